import { logReader } from './server-log.mjs'

const line = (level: number, msg: string, more = {}) => JSON.stringify({ level, time: 1, ...more, msg })

describe('the log of a server that was started by hand', () => {
  it('shows warnings, and lines that are no log entries', () => {
    const { serverLevel, read } = logReader('warn')
    expect(serverLevel).toBe('info')
    expect(read(line(30, 'request')).shown).toBe(false)
    expect(read(line(40, 'careful')).shown).toBe(true)
    expect(read('  admin   admin@lamella.test  secret').shown).toBe(true)
  })

  it('returns the address at which the server is ready', () => {
    const { read } = logReader('error')
    expect(read(line(30, 'ready', { url: 'http://localhost:8080' }))).toEqual({
      shown: false,
      readyAt: 'http://localhost:8080',
    })
  })

  it('includes lower levels when the user wants them', () => {
    const { serverLevel, read } = logReader('debug')
    expect(serverLevel).toBe('debug')
    expect(read(line(20, 'detail')).shown).toBe(true)
  })

  it('shows no log entries at level silent', () => {
    expect(logReader('silent').read(line(60, 'fatal')).shown).toBe(false)
  })
})
