// SPDX-License-Identifier: GPL-3.0-or-later
// usage: node speedscope.js FOLDER FILE: what the importer of speedscope's release in FOLDER reads from FILE, as JSON: of each
// profile its name, unit and total; its calls, each with name, begin and end; its frames, each with name, weight of its own and
// with callees.
"use strict";
const fs = require("fs"), path = require("path"), vm = require("vm");
const [folder, profiled] = process.argv.slice(2);
const file = fs.readdirSync(folder).find(name => /^speedscope.*\.js$/.test(name));
let code = fs.readFileSync(path.join(folder, file), "utf8");
// The page loads its importer when it needs it; here it is called from outside.
const module_ = /Promise\.resolve\(\)\.then\(\(\)=>\((\w+)\(\),(\w+)\)\)/.exec(code);
code = code.replace("(()=>{", `(()=>{globalThis.importer=()=>(${module_[1]}(),${module_[2]});`);

// A page that is not there: all that one asks of it is something that does nothing.
const nothing = () => new Proxy(function () {}, {
	get: (_, key) => key === Symbol.toPrimitive ? () => "" : key === "length" ? 0 :
		key === Symbol.iterator ? function* () {} : nothing(),
	apply: () => nothing(), construct: () => nothing(), set: () => true, has: () => true,
});
const page = { console: { log() {}, warn() {}, error() {} }, setTimeout, clearTimeout, TextDecoder, TextEncoder, performance, URL,
	atob, btoa, Promise, queueMicrotask };
for (const name of ["document", "navigator", "location", "localStorage", "history", "HTMLElement", "FontFace", "Image",
	"requestAnimationFrame", "cancelAnimationFrame", "matchMedia", "addEventListener", "FileReader", "fetch", "WebAssembly"])
	page[name] = nothing();
page.window = page.self = page;
vm.createContext(page);
try {
	vm.runInContext(code, page);
} catch (error) {
	// The page itself cannot be drawn.
}

(async () => {
	const importer = vm.runInContext("globalThis.importer", page)();
	const bytes = new Uint8Array(fs.readFileSync(profiled));
	const group = await importer.importProfilesFromArrayBuffer(path.basename(profiled), bytes.buffer);
	const profiles = group.profiles.map(profile => {
		const open = [], calls = [];
		profile.forEachCall((node, when) => open.push([node.frame.name, when]),
			(node, when) => calls.push([...open.pop(), when]));
		const frames = [];
		profile.forEachFrame(frame => frames.push([frame.name, frame.getSelfWeight(), frame.getTotalWeight()]));
		return { name: profile.getName(), unit: profile.getWeightUnit(), total: profile.getTotalWeight(), calls, frames };
	});
	process.stdout.write(JSON.stringify(profiles));
})();
