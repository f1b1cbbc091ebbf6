import { whoAmI } from '@lamella/shared/contract'
import { startTestApp, type TestApp } from './helper.ts'

describe('Platform', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp()
  })
  afterAll(() => server.close())

  it('refuses without a token', async () => {
    const answer = await server.call(whoAmI, {})
    expect(answer).toMatchObject({ status: 401, code: 'ERR_0401' })
  })
})
