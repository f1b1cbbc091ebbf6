import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import CompressionPlugin from 'compression-webpack-plugin'
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import MinimizerPlugin from 'minimizer-webpack-plugin'
import webpack, { type Configuration, type WebpackPluginInstance } from 'webpack'
import { containerName } from '../../contract/container-name.ts'
import { exposedModule } from '../../contract/remote-module.ts'
import { facades, shareList } from '../share-list.ts'
import type { AppOptions } from './app-options.ts'
import { ChunkIntegrityPlugin } from './chunk-integrity-plugin.ts'
import { CompatibilityPlugin } from './compatibility-plugin.ts'
import { createStandaloneConfig } from './create-standalone-config.ts'
import { LoadGraphPlugin } from './load-graph-plugin.ts'
import { ManifestPlugin } from './manifest-plugin.ts'
import { querySources } from './query-sources.ts'
import { rules } from './rules.ts'

const here = path.dirname(fileURLToPath(import.meta.url))
const root = path.resolve(here, '../../..')

export interface BuildOptions {
  mode: 'production' | 'development'
  /** Version of the build and of its container. Default: `APP_VERSION`, else the version of the sources. */
  version?: string
  /** Folder of the build; default `dist` in the app's folder. */
  outputPath?: string
}

/** Export of an app's `webpack.config.ts`, for `webpack --mode production` or `--env standalone`. */
export const configFor =
  (app: AppOptions) =>
  ({ standalone = false }: { standalone?: boolean }, { mode }: { mode: BuildOptions['mode'] }): Configuration =>
    standalone ? createStandaloneConfig(app) : createConfig(app, { mode })

/** The one webpack configuration of the shell and of the remotes. */
export function createConfig({ app, dir, manifest }: AppOptions, build: BuildOptions): Configuration {
  const version = build.version ?? process.env.APP_VERSION ?? sourceVersion(dir)
  const development = build.mode === 'development'
  const isShell = app === 'shell'
  const container = containerName(app, version)
  const fileName = development ? '[name]' : '[name].[contenthash:8]'

  const common: WebpackPluginInstance[] = [
    new webpack.DefinePlugin({
      __APP_VERSION__: JSON.stringify(version),
      __QUERY_SOURCES__: JSON.stringify(querySources()),
    }),
    new ModuleFederationPlugin({
      name: container,
      filename: development ? 'remote-entry.js' : 'remote-entry.[contenthash:8].js',
      exposes: isShell ? {} : { [exposedModule]: './src/index.ts' },
      shared: shareList({ provide: isShell }),
      shareStrategy: 'loaded-first',
      manifest: true,
      dts: false,
      // All use the shell's copy of the federation runtime: 17 KB (brotli) less in every remote.
      experiments: {
        optimization: { target: 'web' },
        ...(isShell ? { provideExternalRuntime: true } : { externalRuntime: true }),
      },
      runtimePlugins: development && !isShell ? [path.join(here, 'react-refresh-runtime.js')] : [],
    }),
    new ManifestPlugin(manifest),
  ]
  if (isShell) {
    common.push(
      new HtmlWebpackPlugin({
        template: path.join(dir, 'src/index.html'),
        favicon: path.join(dir, 'src/assets/icon.svg'),
        minify: { collapseWhitespace: true },
      }),
    )
  }

  return {
    name: app,
    mode: build.mode,
    context: dir,
    target: ['web', 'es2022'],
    entry: isShell ? { main: './src/index.ts' } : {},
    devtool: development ? 'cheap-module-source-map' : 'hidden-source-map',
    output: {
      path: build.outputPath ?? path.join(dir, 'dist'),
      clean: true,
      publicPath: isShell || development ? `/remotes/${app}/${version}/` : 'auto',
      uniqueName: container,
      filename: `${fileName}.js`,
      chunkFilename: `${fileName}.js`,
      assetModuleFilename: '[name].[contenthash:8][ext]',
      // A module that threw is evaluated anew when it is imported again ("Try again").
      strictModuleErrorHandling: true,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
      alias: {
        ...Object.fromEntries(Object.entries(facades).map(([name, { file }]) => [`${name}$`, file])),
        '@mantine/charts$': path.join(root, 'shared/config/facades/mantine-charts.js'),
      },
    },
    module: {
      rules: rules({ development, app, version }),
      // An import that a facade lacks must not become `undefined` in the browser.
      parser: { javascript: { exportsPresence: 'error' } },
    },
    plugins: [...common, ...(development ? developmentPlugins(container) : productionPlugins(fileName, container))],
    optimization: {
      splitChunks: {
        cacheGroups: {
          // In one piece: split by what each screen needs of it, all of it is 2 KB more.
          // Without what draws: it is loaded when the first tool is used.
          openlayers: {
            test: /[\\/]node_modules[\\/]ol[\\/](?!Overlay|interaction[\\/](Draw|tracing))/,
            name: 'openlayers',
            chunks: 'async',
            enforce: true,
          },
        },
      },
      // Names made of paths are not unique: a facade and its parts have the same path.
      chunkIds: 'deterministic',
      minimizer: [
        // Terser, which is webpack's own choice, takes several times as long for files of the same size.
        new MinimizerPlugin({
          minify: MinimizerPlugin.swcMinify,
          terserOptions: { compress: { passes: 2 }, mangle: true },
        }),
        new CssMinimizerPlugin({ minimizerOptions: { preset: ['default', { calc: false }] } }),
      ],
    },
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(root, 'node_modules/.cache/webpack'),
      name: `${path.basename(dir)}-${app}-${build.mode}`,
      buildDependencies: { config: ownFiles.map((file) => path.join(here, file)) },
    },
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  }
}

const ownFiles = [
  'compatibility-plugin.ts',
  'chunk-integrity-plugin.ts',
  'create-config.ts',
  'create-standalone-config.ts',
  'facade-loader.ts',
  'federation-modules.ts',
  'load-graph-plugin.ts',
  'manifest-plugin.ts',
  'query-sources.ts',
  'rules.ts',
  '../share-list.ts',
]

function productionPlugins(fileName: string, container: string): WebpackPluginInstance[] {
  const text = /\.(js|css|json|svg)$/
  return [
    new MiniCssExtractPlugin({ filename: `${fileName}.css`, chunkFilename: `${fileName}.css` }),
    new LoadGraphPlugin(),
    new CompatibilityPlugin(),
    new ChunkIntegrityPlugin(container),
    new CompressionPlugin({ test: text, algorithm: 'brotliCompress', filename: '[path][base].br', minRatio: 1 }),
    new CompressionPlugin({ test: text, algorithm: 'gzip', filename: '[path][base].gz', minRatio: 1 }),
  ]
}

/**
 * Stub of the DevTools hook, where React registers renderers: Fast Refresh of a later loaded remote finds the shell's
 * renderer there.
 */
const rendererHook = `globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(), supportsFiber: true,
  inject(renderer) { const id = this.renderers.size + 1; this.renderers.set(id, renderer); return id },
  onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {},
};`

function developmentPlugins(container: string): WebpackPluginInstance[] {
  return [
    new webpack.BannerPlugin({ banner: rendererHook, raw: true, test: /^main\.js$/ }),
    new ReactRefreshPlugin({ overlay: false, library: container }),
  ]
}

/**
 * E.g. `1.0.0-b3f2a91c04d`: the version of package.json with turbo's hash of all inputs of the build, so that each
 * change is a new version and equal sources are the same version (ADR 10).
 */
function sourceVersion(dir: string): string {
  const { version } = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8'))
  const { TURBO_HASH } = process.env
  return TURBO_HASH ? `${version}-b${TURBO_HASH.slice(0, 10)}` : version
}
