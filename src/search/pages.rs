//! The pages of memory under the table.

/// Bytes up to which large pages are wished for. They come to life as a whole, so that a few entries in each are enough
/// to touch all of a table: one that is larger than the machine's memory must not do so.
const MOST: usize = 4 << 30;

/// Wishes for large pages under memory that is read and written at random. It is touched for the first time in much
/// fewer steps then, which several threads otherwise wait for, and the processor finds its pages sooner. Elsewhere than
/// on Linux, or where the wish is not granted, nothing changes.
pub fn prefer_large<T>(memory: &[T]) {
    if size_of_val(memory) <= MOST {
        advise(memory);
    }
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn advise<T>(memory: &[T]) {
    use rustix::mm::{Advice, madvise};

    // Advice begins on a page.
    let skip = memory.as_ptr().addr().next_multiple_of(rustix::param::page_size()) - memory.as_ptr().addr();
    if let Some(length) = size_of_val(memory).checked_sub(skip) {
        // SAFETY: the range lies within the slice, and the advice changes no byte of it.
        let advised =
            unsafe { madvise(memory.as_ptr().byte_add(skip).cast_mut().cast(), length, Advice::LinuxHugepage) };
        if let Err(error) = advised {
            log::debug!("no large pages: {error}");
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn advise<T>(_: &[T]) {}
