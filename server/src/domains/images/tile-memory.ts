const megabyte = 1024 ** 2

/**
 * Bytes of tiles that a server keeps in memory: viewers of one slide request the same tiles, and reading even a cached file occupies a thread. The
 * largest level of 20,000² pixels takes some 210 MB; while it does not fit, a third of the tiles per second is served (`npm run bench -- tiles`).
 *
 * @param machine bytes of memory of the machine, or of the container that the server runs in
 * @returns a whole number, which the cache demands; a limit of a container need not be a multiple of anything
 */
export const tileMemoryOf = (machine: number): number =>
  Math.min(512 * megabyte, Math.max(64 * megabyte, Math.floor(machine / 32)))
