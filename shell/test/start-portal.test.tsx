import { apiAddress } from '@lamella/shared/api'
import { aboutOrganisation, listProjects, listSubscriptions, requestToken, whoAmI } from '@lamella/shared/contract'
import { sampleConfig } from '@lamella/shared/testing/sample-config.ts'
import { screen } from '@testing-library/react'
import { ConfigError } from '../src/config/load-config.ts'
import { PortalUnavailableError } from '../src/start-portal.tsx'
import { closePortal, configFile, openPortal, projectNamed } from './open-portal.tsx'

const realFetch = globalThis.fetch
/** Requested addresses with their Authorization header, in order. */
let asked: { url: string; authorization: string | null; cache: RequestCache }[]

/** Records every request before it is answered; any address gets the same answers. */
const listen = (): void => {
  const answering = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const request = new Request(typeof input === 'string' ? new URL(input, location.href) : input, init)
    asked.push({ url: request.url, authorization: request.headers.get('authorization'), cache: request.cache })
    return answering(request)
  }
}
const urlsOf = (path: string) => asked.map(({ url }) => url).filter((url) => url.split('?')[0]?.endsWith(path))

beforeEach(() => {
  asked = []
})
afterEach(async () => {
  await closePortal()
  globalThis.fetch = realFetch
})

const open = (changes: object, path = '/', as: 'member' | null = 'member') =>
  openPortal(path, {
    as,
    projects: [projectNamed('One')],
    answers: (server) => {
      server.on(configFile, () => ({ ...sampleConfig, ...changes }))
      listen()
    },
  })

test('D1-7-27 D1-3-37 the configuration file is asked for before anything else, and its values are used', async () => {
  await open({ product: { ...sampleConfig.product, name: 'Other name' } })
  expect(new URL(asked[0]?.url ?? '').pathname).toBe('/assets/config/config.json')
  // Past the browser's cache: a changed file counts from the next reload on.
  expect(asked[0]?.cache).toBe('no-store')
  expect(await screen.findByRole('link', { name: 'Other name, dashboard' })).toBeVisible()
})

test('D1-3-33 D1-3-34 the token call goes to the configured auth service, with app id and secret', async () => {
  await open({ appId: 'lab-portal', appSecret: 's3cret', authServiceDomain: 'http://auth.test' })
  await screen.findByText('One')
  const [token] = asked.filter(({ url }) => url.endsWith(requestToken.path))
  expect(token).toMatchObject({
    url: `http://auth.test${requestToken.path}`,
    authorization: `Basic ${btoa('lab-portal:s3cret')}`,
  })
})

test('D1-3-35 D1-7-03 the calls go to the configured bases', async () => {
  await open({
    basePaths: { commons: 'http://commons.test', portal: 'http://portal.test', prisma: 'http://prisma.test' },
  })
  await screen.findByText('One')
  const hosts = [whoAmI, aboutOrganisation, listSubscriptions, listProjects].map(
    ({ path }) => new URL(urlsOf(path)[0] ?? '').host,
  )
  expect(hosts).toEqual(['commons.test', 'commons.test', 'commons.test', 'portal.test'])
  expect(apiAddress('/api/v1/jobs')).toBe('http://prisma.test/api/v1/jobs')
})

test('D1-3-36 sign-up is open unless the configuration disables it', async () => {
  const first = await open({}, '/auth/signup', null)
  expect(await screen.findByRole('heading', { name: 'Page signup' })).toBeVisible()
  expect(first.location()).toBe('/auth/signup')
  await closePortal()
  globalThis.fetch = realFetch
  const { location } = await open({ signupDisabled: true }, '/auth/signup', null)
  expect(await screen.findByRole('heading', { name: 'NOT FOUND' })).toBeVisible()
  expect(location()).toBe('/error/404')
})

test('D1-3-38 a placeholder that was left in stops the start, and is named', async () => {
  const left = { appSecret: ['$', '{APP_SECRET}'].join('') }
  const cause = new ConfigError(['unresolved placeholder in appSecret'])
  await expect(open(left)).rejects.toThrow(new PortalUnavailableError(cause))
})
