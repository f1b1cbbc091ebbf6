import { channel } from 'node:diagnostics_channel'
import { boot } from '../src/main/boot.ts'
import { readConfig } from '../src/platform/config.ts'
import { startTestApp } from './helper.ts'
import { createHome, startServerProcess } from './server-process.ts'

/** The client address as the server sees it. */
const addressOf = async (headers: Record<string, string>, env: NodeJS.ProcessEnv): Promise<string> => {
  const addresses: string[] = []
  const note = (message: unknown) => addresses.push((message as { request: { ip: string } }).request.ip)
  const handled = channel('tracing:fastify.request.handler:start')
  handled.subscribe(note)
  const server = await startTestApp({ env })
  await server.app.inject({ url: '/healthz', headers })
  await server.close()
  handled.unsubscribe(note)
  return addresses.join()
}

describe('TRUST_PROXY', () => {
  it.each([
    ['1', '10.1.2.3'],
    ['0', '127.0.0.1'],
  ])('%s: a request comes from %s, never from what a client wrote itself', async (TRUST_PROXY, address) => {
    expect(await addressOf({ 'x-forwarded-for': '6.6.6.6, 10.1.2.3' }, { TRUST_PROXY })).toBe(address)
  })

  it('has to be said when the address is https: the server does not start, and says why', async () => {
    const home = await createHome()
    const starting = startServerProcess({ home, env: { PUBLIC_URL: 'https://lamella.example.org' } })
    // If the check fails, the server must not outlive the test.
    void starting.then(({ kill9 }) => kill9()).catch(() => undefined)
    await expect(starting).rejects.toThrow(
      /ended with 1:\nPUBLIC_URL is https:.+ Set TRUST_PROXY=1 .+ or TRUST_PROXY=0 /,
    )
  })

  it.each(['0', '1'])('either answer is one: TRUST_PROXY=%s', async (TRUST_PROXY) => {
    const server = await startTestApp({ env: { PUBLIC_URL: 'https://lamella.example.org', TRUST_PROXY } })
    expect((await server.app.inject('/healthz')).statusCode).toBe(200)
    await server.close()
  })

  it('is nothing that a worker, to which nobody connects, has to know', async () => {
    const env = { PUBLIC_URL: 'https://lamella.example.org', LAMELLA_ROLE: 'worker' }
    await expect(boot(readConfig(env))).rejects.toThrow('A worker needs a database')
  })
})
