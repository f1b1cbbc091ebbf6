/**
 * What our upload is measured against, each in a process of its own: `tus`, @tus/server with its file store as it comes,
 * and `raw`, one PUT written to a file and made durable. Tells its port, and works in the folder given to it.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

const [kind, folder = ''] = process.argv.slice(2)

const tus = (): RequestListener => {
  const server = new Server({ path: '/files', datastore: new FileStore({ directory: folder }) })
  return (request, response) => void server.handle(request, response)
}

const raw = (): RequestListener => async (request, response) => {
  const path = join(folder, randomUUID())
  await pipeline(request, createWriteStream(path))
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
  response.writeHead(201).end()
}

const server = createServer(kind === 'tus' ? tus() : raw())
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.send?.(address.port)
})
process.once('disconnect', () => process.exit(0))
