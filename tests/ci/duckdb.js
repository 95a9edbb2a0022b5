// SPDX-License-Identifier: GPL-3.0-or-later
// What doc/engines.md needs of DuckDB's shell: duckdb FILE < STATEMENTS, and duckdb -csv -noheader FILE STATEMENT.
const fs = require("fs");
const { DuckDBInstance } = require("@duckdb/node-api");

function cell(value) {
	const text = value === null ? "" : String(value);
	return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}

async function main() {
	const args = process.argv.slice(2).filter((arg) => !arg.startsWith("-"));
	const connection = await (await DuckDBInstance.create(args[0])).connect();
	if (args.length < 2) {
		for (const statement of fs.readFileSync(0, "utf8").split(";\n"))
			if (statement.trim()) await connection.run(statement);
		return;
	}
	const rows = (await connection.runAndReadAll(args[1])).getRows();
	process.stdout.write(rows.map((row) => row.map(cell).join(",") + "\n").join(""));
}

main();
