import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './own-portal.ts'

/** An address at which nobody answers until `answer` is called; then the portal does. */
export interface LateAddress {
  url: string
  answer(): Promise<void>
  close(): void
}

/** @param portal - address that is to answer there */
export const lateAddress = async (portal: string): Promise<LateAddress> => {
  const [port, target] = [Number(await freePort()), Number(new URL(portal).port)]
  const open = new Set<Socket>()
  const server = createServer((caller) => {
    const answerer = connect(target, '127.0.0.1')
    for (const socket of [caller, answerer]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
    }
    caller.pipe(answerer).pipe(caller)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    answer: async () => {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
