import path from 'node:path'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import webpack, { type Configuration } from 'webpack'
import type { Configuration as DevServerConfiguration } from 'webpack-dev-server'
import type { AppOptions } from './app-options.ts'
import { rules } from './rules.ts'

const version = 'dev'

/** @throws Error in words for what is no address */
const serverOf = (text: string): string => {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  throw new Error(`SERVER_URL=${text} is no address. It looks like https://portal.example or http://127.0.0.1:8080.`)
}

/**
 * Configuration of one remote alone, in the small shell of its `src/dev.tsx`: an ordinary bundle without federation,
 * with hot reload, against the portal at `SERVER_URL` (default http://127.0.0.1:8080), also a deployed one. The port is `PORT` (default
 * 8090).
 */
export function createStandaloneConfig({
  app,
  dir,
}: AppOptions): Configuration & { devServer: DevServerConfiguration } {
  const server = serverOf(process.env.SERVER_URL ?? 'http://127.0.0.1:8080')
  const port = Number(process.env.PORT ?? 8090)
  return {
    name: `${app}-standalone`,
    mode: 'development',
    context: dir,
    target: ['web', 'es2022'],
    entry: './src/dev.tsx',
    devtool: 'cheap-module-source-map',
    output: { path: path.join(dir, 'dist-standalone'), publicPath: '/' },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    module: { rules: rules({ development: true, app, version }) },
    plugins: [
      new webpack.DefinePlugin({
        __APP_VERSION__: JSON.stringify(version),
        __QUERY_SOURCES__: JSON.stringify(version),
      }),
      new HtmlWebpackPlugin({
        title: `Lamella: ${app}`,
        templateContent: `<div id="root" data-server="${server}"></div>`,
      }),
      new ReactRefreshPlugin({ overlay: false }),
    ],
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
    devServer: {
      port,
      onListening: () =>
        process.stdout.write(`\n${app} alone: http://localhost:${port}   (portal: ${server}, Ctrl-C stops it)\n\n`),
      historyApiFallback: true,
      client: { overlay: false },
      // A deployed portal is found by the host that is asked for. Calls are authorised by tokens: no cookies are needed.
      proxy: [{ context: ['/api', '/assets'], target: server, changeOrigin: true }],
    },
  }
}
