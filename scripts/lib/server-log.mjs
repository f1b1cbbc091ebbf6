/** Numbers of the levels in the server's log (pino). */
const levels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: Number.POSITIVE_INFINITY }

/** At this level the server says `ready`, so it must not be asked for less. */
const neededLevel = 'info'

/**
 * What to ask the server for, and what to show of it.
 * @param {string} wanted the level that the user asked for
 * @returns {{ serverLevel: string, read: (line: string) => { shown: boolean, readyAt: string | null } }}
 */
export const logReader = (wanted) => {
  const threshold = levels[wanted] ?? levels.warn
  const serverLevel = threshold < levels[neededLevel] ? wanted : neededLevel
  const read = (line) => {
    const level = /^\{"level":(\d+),/.exec(line)?.[1]
    if (level === undefined) return { shown: true, readyAt: null }
    const isReady = line.includes('"msg":"ready"')
    return { shown: Number(level) >= threshold, readyAt: isReady ? JSON.parse(line).url : null }
  }
  return { serverLevel, read }
}
