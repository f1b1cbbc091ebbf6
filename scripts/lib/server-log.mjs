/** Numbers of the levels in the server's log (pino). */
const levels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: Number.POSITIVE_INFINITY }

/** `ready` is logged at this level, so the level of the server must include it. */
const neededLevel = 'info'

/**
 * The log level for the server, and a filter of its lines.
 *
 * @param {string} wanted level chosen by the user; unknown ones count as `warn`
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
