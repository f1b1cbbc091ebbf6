import type { Endpoint } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { type ApiName, apiOf } from './api-of.ts'
import { apiAddress, configureHttp, request } from './http.ts'

const bases = {
  auth: 'https://auth.example',
  commons: 'https://commons.example/c',
  portal: 'https://portal.example',
  prisma: 'https://prisma.example',
}
const originalFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = originalFetch
  configureHttp({ baseUrl: '' })
})

/** First segment after the version of each path of the contract, and segments under a project. */
const services: Record<ApiName, string[]> = {
  auth: ['/oauth2/token', '/oauth2/logout'],
  commons: ['/users/me', '/organisation/about', '/subscriptions', '/statistics/projects', '/signup', '/audit/csv'],
  portal: [
    '/projects/1',
    '/projects/1/images',
    '/images/1',
    '/media',
    '/files/uploads',
    '/tiles',
    '/thumbnail',
    '/events',
  ],
  prisma: [
    '/applications',
    '/jobs/1',
    '/projects/1/jobs',
    '/projects/1/jobResults',
    '/jobResultBundles/1',
    '/jobResults/1/objects',
    '/trainings/1',
  ],
}

test.each(Object.entries(services))('D1-3-34 D1-3-35 the paths of the %s API', (name, paths) => {
  for (const path of paths)
    expect([path, apiOf(`/api/v1${path}`), apiOf(`/api/v2${path}?a=1`)]).toEqual([path, name, name])
})

test('no path of one service is a prefix of a path of another', () => {
  expect(apiOf('/api/v1/jobsboard')).toBe('commons')
  expect(apiOf('/api/v1/projectors/1/jobs')).toBe('commons')
})

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'tag' in value

test('calls about projects, images and analyses never go to the commons API', () => {
  const parts: unknown[] = Object.values(contract)
  const tags = parts
    .filter(isEndpoint)
    .filter(({ path }) => apiOf(path) === 'commons')
    .map(({ tag }) => tag)
  for (const tag of ['projects', 'images', 'media', 'uploads', 'analysis']) expect(tags).not.toContain(tag)
})

test('D1-7-03 D1-3-35 D1-3-34 calls go to the configured address of their API', async () => {
  const asked: string[] = []
  globalThis.fetch = async (input) => {
    asked.push(new Request(input).url)
    return new Response()
  }
  configureHttp({ baseUrl: bases })
  const paths = ['/api/v1/oauth2/token', '/api/v1/users/me', '/api/v2/projects', '/api/v1/jobs?x=1']
  for (const path of paths) await request(path, { method: 'GET' })
  configureHttp({ baseUrl: { ...bases, portal: 'https://other.example' } })
  await request('/api/v2/projects', { method: 'GET' })
  expect(asked).toEqual([
    'https://auth.example/api/v1/oauth2/token',
    'https://commons.example/c/api/v1/users/me',
    'https://portal.example/api/v2/projects',
    'https://prisma.example/api/v1/jobs?x=1',
    'https://other.example/api/v2/projects',
  ])
})

test('one address can be set for all', () => {
  configureHttp({ baseUrl: 'http://portal.test' })
  expect(apiAddress('/api/v1/jobs')).toBe('http://portal.test/api/v1/jobs')
})
