import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findEmbedded, startEmbedded } from '../src/platform/db/embedded.ts'
import { createFolder } from './cluster.ts'

const fast = { fsync: 'off' }

describe('Embedded database', () => {
  it('listens on loopback where the path is too long for a socket', async () => {
    const dataDir = join(createFolder('data'), 'x'.repeat(100))
    mkdirSync(dataDir, { mode: 0o711 })
    const database = await startEmbedded(dataDir, fast)
    expect(database).toMatchObject({
      isNew: true,
      adopted: false,
      url: expect.stringMatching(/@127\.0\.0\.1:\d+\/lamella$/),
    })
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    expect((await client.query('SHOW listen_addresses')).rows).toEqual([{ listen_addresses: '127.0.0.1' }])
    await client.end()
    await database.stop()
  })

  it('is found by a command beside the server, adopted by the next owner, and not made twice', async () => {
    const dataDir = createFolder('data')
    const first = await startEmbedded(dataDir, fast)
    expect(await findEmbedded(dataDir)).toBe(first.url)
    const second = await startEmbedded(dataDir, fast)
    expect(second).toMatchObject({ url: first.url, isNew: false, adopted: true })
    await second.stop()
    expect(await findEmbedded(dataDir)).toBeNull()
    expect(statSync(first.folder).mode & 0o777).toBe(0o700)
  })

  it('whose noted folder is gone is not replaced by an empty one', async () => {
    const dataDir = createFolder('data')
    writeFileSync(join(dataDir, 'postgres-folder'), join(dataDir, 'elsewhere'))
    await expect(startEmbedded(dataDir, fast)).rejects.toThrow('elsewhere, which is gone')
  })
})
