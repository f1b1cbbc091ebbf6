import fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { AppContext } from '../src/platform/context.ts'
import { accessPlugin } from '../src/platform/http/access.ts'
import { access } from '../src/platform/http/access-rules.ts'
import { ApiError } from '../src/platform/http/api-error.ts'
import { errorsPlugin } from '../src/platform/http/errors.ts'

/** The two plugins alone: only rules use the context. */
const buildBare = async (): Promise<FastifyInstance> => {
  const app = fastify()
  app.setSerializerCompiler(serializerCompiler)
  await app.register(errorsPlugin)
  await app.register(accessPlugin, { context: {} as AppContext })
  return app
}

describe('Deny by default', () => {
  it('stops the boot for a route without an access rule, and names it', async () => {
    const app = await buildBare()
    app.get('/open', { config: { access: access.public } }, async () => 'x')
    app.post('/forgotten', async () => 'x')
    await expect(app.ready()).rejects.toThrow('no access rule is declared for POST /forgotten')
  })

  it('starts when every route has one', async () => {
    const app = await buildBare()
    app.get('/open', { config: { access: access.public } }, async () => 'x')
    await app.ready()
    expect((await app.inject('/open')).statusCode).toBe(200)
  })
})

describe('Unexpected errors', () => {
  it('are answered with ERR_0500 and reveal nothing', async () => {
    const app = await buildBare()
    app.get('/boom', { config: { access: access.public } }, async () => {
      throw new Error('password of the database is 1234')
    })
    const answer = await app.inject('/boom')
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { errors: [{ code: 'ERR_0500', detail: 'Unexpected server error' }] },
    ])
  })

  it('an answer that breaks its schema is one of them', async () => {
    const app = await buildBare()
    const schema = { response: { 200: z.object({ count: z.number() }) } }
    app.get('/wrong', { config: { access: access.public }, schema }, async () => ({ count: 'secret' }) as never)
    const answer = await app.inject('/wrong')
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([500, 'ERR_0500'])
  })

  it('a refusal keeps its headers and sentence', async () => {
    const app = await buildBare()
    app.get('/wait', { config: { access: access.public } }, async () => {
      throw new ApiError('ERR_0429', 'Wait.', { 'retry-after': '7' })
    })
    const answer = await app.inject('/wait')
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().errors]).toEqual([
      429,
      '7',
      [{ code: 'ERR_0429', detail: 'Wait.' }],
    ])
  })
})
