import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { clusterOf, databaseOf } from './embedded-home.ts'
import { type Home, type ServerProcess, spawnLamella, startServerProcess } from './server-process.ts'

const readWritten = async (home: Home): Promise<string[]> => {
  const client = new pg.Client({ connectionString: databaseOf(home) })
  await client.connect()
  await client.query('CREATE TABLE IF NOT EXISTS kept (word text)')
  const { rows } = await client.query(
    'INSERT INTO kept SELECT count(*)::text FROM kept RETURNING (SELECT array_agg(word) FROM kept) AS words',
  )
  await client.end()
  return rows[0]?.words ?? []
}

describe('Server process with its embedded database', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServerProcess({ embedded: true })
  })
  afterAll(async () => {
    await server.stop()
  })

  it('is ready, with the database closed to everybody else', async () => {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(statSync(join(server.home.dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)
    expect(statSync(clusterOf(server.home)).mode & 0o777).toBe(0o700)
    const settings = readFileSync(join(clusterOf(server.home), 'postgresql.conf'), 'utf8')
    expect(settings).toContain("listen_addresses = ''")
    expect(settings).toContain("fsync = 'on'")
    const guess = new pg.Client({ connectionString: databaseOf(server.home).replace(/:[^:@]+@/, ':guess@') })
    await expect(guess.connect()).rejects.toThrow('password authentication failed')
  })

  it('refuses a second process on the same folder, in words, and goes on itself', async () => {
    const second = spawnLamella(['serve'], server.home)
    const words = second.stderr ? text(second.stderr) : ''
    const [code] = await once(second, 'exit')
    expect(code).toBe(1)
    expect(await words).toMatch(
      new RegExp(
        `^The data folder .+ is in use by another Lamella process \\(process ${server.pid}\\)\\. Stop that process, or set`,
      ),
    )
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  it('after kill -9 takes over the database that went on, with all that was written', async () => {
    await readWritten(server.home)
    await server.kill9()
    const postmaster = readFileSync(join(clusterOf(server.home), 'postmaster.pid'), 'utf8')
    server = await startServerProcess({ home: server.home })
    expect(readFileSync(join(clusterOf(server.home), 'postmaster.pid'), 'utf8').split('\n')[0]).toBe(
      postmaster.split('\n')[0],
    )
    expect(JSON.stringify(server.log)).toContain('taken over')
    expect(await readWritten(server.home)).toEqual(['0'])
  })

  it('on SIGTERM ends itself and the database, and starts again from there', async () => {
    expect(await server.stop()).toBe(0)
    expect(existsSync(join(clusterOf(server.home), 'postmaster.pid'))).toBe(false)
    server = await startServerProcess({ home: server.home })
    expect(JSON.stringify(server.log)).not.toContain('taken over')
    expect(await readWritten(server.home)).toEqual(['0', '1'])
  })

  it('starts also when the database itself was killed', async () => {
    const [pid] = readFileSync(join(clusterOf(server.home), 'postmaster.pid'), 'utf8').split('\n')
    await server.kill9()
    process.kill(Number(pid), 'SIGKILL')
    server = await startServerProcess({ home: server.home })
    expect(await readWritten(server.home)).toEqual(['0', '1', '2'])
  })
})
