import { startTestApp } from './helper.ts'

describe('TRUST_PROXY', () => {
  it.each([
    ['1', '10.1.2.3'],
    ['0', '127.0.0.1'],
  ])('%s: a request comes from %s, never from what a client wrote itself', async (flag, address) => {
    let log = ''
    const write = (line: string): void => {
      log += line
    }
    const server = await startTestApp({ env: { TRUST_PROXY: flag }, log: { write } })
    await server.app.inject({ url: '/nowhere', headers: { 'x-forwarded-for': '6.6.6.6, 10.1.2.3' } })
    await server.close()
    const line = log.split('\n').find((text) => text.includes('"msg":"request"')) ?? ''
    expect(JSON.parse(line)).toMatchObject({ ip: address })
  })
})
