/**
 * The development servers of `npm run dev`: shell and remotes with hot reload in this process, and the server in a second one. The browser
 * uses a single address; calls to the server are proxied. Needs Node 24.
 */
import { spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import webpack from 'webpack'
import DevServer from 'webpack-dev-server'
import { environment, root } from './lib/processes.mjs'

/** Folder by app: the shell and the remotes among the workspaces of package.json. */
const folders = Object.fromEntries(
  JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
    .workspaces.filter((folder) => folder === 'shell' || folder.startsWith('mfe-'))
    .map((folder) => [folder.replace(/^mfe-/, ''), folder]),
)
const version = 'dev'
const port = Number(process.env.PORT ?? 8080)
const host = process.env.HOST ?? '127.0.0.1'
const serverPort = port + 1

/** Read per request, so that after a change of a manifest reloading the page suffices. */
const manifestOf = async (app) => {
  const file = new URL(`../${folders[app]}/manifest.ts`, import.meta.url)
  const { mtimeMs } = await stat(file)
  const { manifest } = await import(`${file.href}?${mtimeMs}`)
  return manifest
}

const releaseOf = async (app) => ({
  url: `/remotes/${app}/${version}/${app === 'shell' ? 'index.html' : 'mf-manifest.json'}`,
  metadata: { version, integrity: 'none' },
  deployment: { traffic: 100, default: true },
  extras: { manifest: await manifestOf(app), fallbacks: [] },
})

const sendRegistry = async (_request, response) => {
  const entries = Object.keys(folders).map(async (app) => [app, [await releaseOf(app)]])
  response.setHeader('cache-control', 'no-store')
  response.json({
    schema: 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json',
    microFrontends: Object.fromEntries(await Promise.all(entries)),
  })
}

const startServer = () => {
  const server = spawn('node', ['server/src/main/main.ts', 'serve'], {
    cwd: root,
    env: environment({ PORT: String(serverPort), HOST: host, PUBLIC_URL: `http://localhost:${port}` }),
    stdio: 'inherit',
  })
  server.on('exit', (code) => process.exit(code ?? 1))
  return server
}

const startFrontEnds = async () => {
  process.env.APP_VERSION = version
  const configs = []
  for (const folder of Object.values(folders)) {
    const { default: configFor } = await import(`../${folder}/webpack.config.ts`)
    configs.push(configFor({}, { mode: 'development' }))
  }
  const devServer = new DevServer(
    {
      host,
      port,
      hot: true,
      client: { overlay: false },
      static: false,
      historyApiFallback: { index: `/remotes/shell/${version}/index.html` },
      proxy: [
        {
          context: ['/api', '/assets', '/healthz', '/readyz', '/metrics', '/dev/outbox'],
          target: `http://${host}:${serverPort}`,
        },
      ],
      setupMiddlewares: (middlewares) => [
        { name: 'registry', path: '/registry.json', middleware: sendRegistry },
        ...middlewares,
      ],
    },
    webpack(configs),
  )
  await devServer.start()
  return devServer
}

const devServer = await startFrontEnds()
const server = startServer()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, async () => {
    server.kill(signal)
    await devServer.stop()
    process.exit(0)
  })
}
console.log(`\nhttp://localhost:${port}, server at ${serverPort} (Ctrl-C stops both)\n`)
