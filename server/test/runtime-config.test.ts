import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runtimeConfig } from '@lamella/shared/contract'
import { readProduct } from '../src/platform/product.ts'
import { setUpServer, startTestApp } from './helper.ts'
import { addOrganisation, password, tokenCall } from './people.ts'

const server = setUpServer({ env: { SIGNUP_DISABLED: '1' } })

const read = async () => {
  const answer = await server.app.inject({ method: 'GET', url: '/assets/config/config.json' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  return runtimeConfig.parse(answer.json())
}

describe('/assets/config/config.json', () => {
  it('D1-7-05 publishes the id and secret that the token call takes', async () => {
    const { appId, appSecret } = await read()
    const { member } = await addOrganisation(server)
    const fields = { grant_type: 'password', username: member.email, password }
    const header = { authorization: `Basic ${Buffer.from(`${appId}:${appSecret}`).toString('base64')}` }
    expect((await tokenCall(server, fields, header)).status).toBe(200)
  })

  it('D1-2.1-46 has the version 2.108.0 and what build the shell is', async () => {
    expect((await read()).version).toBe('2.108.0 (unreleased)')
  })

  it('has the flag that sign-up is disabled, and is complete', async () => {
    const text = JSON.stringify(await read())
    expect(await read()).toMatchObject({ signupDisabled: true, logLevel: 'ERROR' })
    expect(text).not.toContain('${')
  })

  it('has another secret per installation', async () => {
    const other = await startTestApp()
    const answer = await other.app.inject({ method: 'GET', url: '/assets/config/config.json' })
    expect(answer.json().appSecret).not.toBe((await read()).appSecret)
    await other.close()
  })
})

describe('product.json', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lamella-product-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('replaces its fields and leaves the rest', async () => {
    await writeFile(join(folder, 'product.json'), '{"companyName":"Plant"}')
    expect(await readProduct(folder)).toMatchObject({ name: 'Lamella', companyName: 'Plant' })
  })

  it.each(['{', '{"companyName":1}'])('is refused by name when it is %s', async (content) => {
    await writeFile(join(folder, 'product.json'), content)
    await expect(readProduct(folder)).rejects.toThrow(/product\.json is not valid/)
  })
})
