// SPDX-License-Identifier: GPL-3.0-or-later
// Names that a Rust compiler makes.
use std::os::raw::{c_int, c_long, c_void};

extern "C" {
    fn mmap(at: *mut c_void, len: usize, prot: c_int, flags: c_int, fd: c_int, off: c_long)
        -> *mut c_void;
    fn madvise(at: *mut c_void, len: usize, advice: c_int) -> c_int;
}

const PLACES: usize = 0x2000_0000_0000;

#[inline(always)]
fn touch(place: usize) {
    unsafe { std::ptr::write_volatile((PLACES + place * 0x1000) as *mut u8, 1) }
}

mod shop {
    pub struct Till;

    pub trait Opens {
        fn open(&self);
    }

    impl Opens for Till {
        #[inline(never)]
        fn open(&self) {
            super::touch(1);
        }
    }

    impl Till {
        #[inline(never)]
        pub fn take<T>(&self, _coin: T, place: usize) {
            super::touch(place);
        }
    }

    #[inline(never)]
    pub fn count() {
        super::touch(3);
    }
}

#[no_mangle]
#[inline(never)]
pub extern "C" fn plain_c() {
    touch(4);
}

fn main() {
    use shop::Opens;
    // MAP_PRIVATE, MAP_ANONYMOUS, MAP_FIXED; MADV_NOHUGEPAGE
    unsafe {
        mmap(PLACES as *mut c_void, 64 << 12, 3, 0x32, -1, 0);
        madvise(PLACES as *mut c_void, 64 << 12, 15);
    }
    let till = shop::Till;
    till.open();
    till.take(std::hint::black_box(1u8), std::hint::black_box(2));
    shop::count();
    plain_c();
}
