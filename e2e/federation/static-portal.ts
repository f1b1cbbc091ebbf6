import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { AppId, Registry, Release } from '@lamella/shared/contract'
import { sampleConfig } from '@lamella/shared/testing/sample-config.ts'
import type { ReleaseTarget } from './release-target.ts'

const contentTypes: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** All calls go to the origin of the page. */
const config = { ...sampleConfig, authServiceDomain: '', basePaths: { commons: '', portal: '', prisma: '' } }

/** The content security policy of the real server: the builds must work under it. */
const policyWith = (nonce: string): string =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

interface Published {
  version: string
  folder: string
}

/** A minimal server of releases: files, registry, configuration and HTML with a nonce, without API. */
export async function startStaticPortal(): Promise<ReleaseTarget> {
  const published = new Map<AppId, Published[]>()
  const active = new Map<AppId, string[]>()
  const unanswered = new Set<string>()

  const folderOf = (app: string, version: string): string | undefined =>
    [...published].find(([name]) => name === app)?.[1].find((release) => release.version === version)?.folder

  const releaseOf = async (app: AppId, versions: readonly string[]): Promise<Release> => {
    const [version = '', ...fallbacks] = versions
    const urlOf = (each: string) => `/remotes/${app}/${each}/${app === 'shell' ? 'index.html' : 'mf-manifest.json'}`
    const manifest = JSON.parse(await readFile(path.join(folderOf(app, version) ?? '', 'manifest.json'), 'utf8'))
    return {
      url: urlOf(version),
      metadata: { version, integrity: 'sha256-of-a-test' },
      deployment: { traffic: 100, default: true },
      extras: { manifest, fallbacks: fallbacks.slice(0, 2).map((each) => ({ version: each, url: urlOf(each) })) },
    }
  }

  const registry = async (): Promise<Registry> => {
    const microFrontends: Registry['microFrontends'] = {}
    for (const [app, versions] of active) microFrontends[app] = [await releaseOf(app, versions)]
    return {
      schema: 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json',
      microFrontends,
    }
  }

  const sendFile = async (response: ServerResponse, app: string, version: string, name: string): Promise<void> => {
    const folder = folderOf(app, version)
    const body = folder ? await readFile(path.join(folder, path.basename(name))).catch(() => null) : null
    if (!body) {
      response.writeHead(404).end()
      return
    }
    const type = contentTypes[path.extname(name)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(body)
  }

  const sendPage = async (response: ServerResponse): Promise<void> => {
    const nonce = randomBytes(16).toString('base64')
    const [version = ''] = active.get('shell') ?? []
    const html = await readFile(path.join(folderOf('shell', version) ?? '', 'index.html'), 'utf8')
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'cache-control': 'no-store',
        'content-security-policy': policyWith(nonce),
      })
      .end(html.replaceAll('{{nonce}}', nonce))
  }

  const sendJson = (response: ServerResponse, body: unknown): void => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(body))
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://portal')
    const [, folder, app = '', version = '', name = ''] = pathname.split('/')
    if (unanswered.has(pathname)) return
    if (pathname === '/registry.json') sendJson(response, await registry())
    else if (pathname === '/assets/config/config.json') sendJson(response, config)
    else if (folder === 'remotes') await sendFile(response, app, version, name)
    else if (folder === 'api') response.writeHead(404).end()
    else await sendPage(response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    async publish(app, version, folder) {
      const others = (published.get(app) ?? []).filter((release) => release.version !== version)
      published.set(app, [...others, { version, folder }])
    },
    async activate(app, version) {
      active.set(app, [version, ...(active.get(app) ?? []).filter((each) => each !== version)])
    },
    stall(app, version, file) {
      unanswered.add(`/remotes/${app}/${version}/${file}`)
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
