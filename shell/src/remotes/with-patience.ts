/**
 * Waits for work that loads files of remotes, for as long as they arrive: a slow line is no broken version. Files are those under `/remotes/`
 * at any origin, because a page also loads what the shell shares.
 * @param quiet - milliseconds without the work's end or a file
 * @param longest - milliseconds for all of it
 * @throws Error when either has passed
 */
export async function withPatience<T>(work: Promise<T>, quiet: number, longest: number): Promise<T> {
  let end = (): void => undefined
  const limit = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error(`Not loaded: no file for ${quiet} ms, or ${longest} ms in all`))
    const whole = setTimeout(giveUp, longest)
    let silence = setTimeout(giveUp, quiet)
    const unwatch = watchFiles(() => {
      clearTimeout(silence)
      silence = setTimeout(giveUp, quiet)
    })
    end = () => {
      clearTimeout(whole)
      clearTimeout(silence)
      unwatch()
    }
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    end()
  }
}

/** @param onFile - called when files of remotes have arrived. @returns ends it */
function watchFiles(onFile: () => void): () => void {
  // Where it is missing, as in tests, nothing is seen to arrive.
  if (typeof PerformanceObserver === 'undefined') return () => undefined
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(({ name }) => name.includes('/remotes/'))) onFile()
  })
  observer.observe({ type: 'resource' })
  return () => observer.disconnect()
}
