import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import postcssPresetMantine from 'postcss-preset-mantine'
import type { RuleSetRule, RuleSetUse } from 'webpack'
import { facades } from '../share-list.ts'

const require = createRequire(import.meta.url)
const sharedFolder = fileURLToPath(new URL('../../', import.meta.url))

const facadeFiles = Object.values(facades).map(({ file }) => file)

interface RuleOptions {
  development: boolean
  /** Prefix of every class name of a CSS module. */
  app: string
  version: string
}

/** Module rules for TypeScript, facades, style sheets and assets, the same for all builds. */
export function rules({ development, app, version }: RuleOptions): RuleSetRule[] {
  const css = (modules: object | false): RuleSetUse => [
    development
      ? require.resolve('style-loader')
      : // Relative addresses: webpack's cache reuses style sheets over builds; an absolute address has the version.
        { loader: MiniCssExtractPlugin.loader, options: { publicPath: 'auto' } },
    { loader: require.resolve('css-loader'), options: { modules, importLoaders: 1 } },
    {
      loader: require.resolve('postcss-loader'),
      options: { postcssOptions: { config: false, plugins: [postcssPresetMantine()] } },
    },
  ]
  return [
    {
      test: /\.tsx?$/,
      exclude: [/node_modules/, ...facadeFiles],
      loader: require.resolve('swc-loader'),
      options: {
        swcrc: false,
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2022',
          transform: { react: { runtime: 'automatic', development, refresh: development } },
        },
      },
    },
    ...Object.entries(facades).map(([packageName, facade]) => ({
      include: facade.file,
      loader: fileURLToPath(new URL('facade-loader.ts', import.meta.url)),
      options: { packageName, ...facade },
      sideEffects: false,
    })),
    // These modules have no side effects, so unused exports of their index files are dropped. The exception imports
    // global styles.
    {
      test: /\.tsx?$/,
      include: ['blocks', 'contract', 'queries', 'ui', 'viewer'].map((folder) => `${sharedFolder}${folder}/`),
      exclude: `${sharedFolder}ui/styles.ts`,
      sideEffects: false,
    },
    {
      test: /\.module\.css$/,
      use: css({
        localIdentName: `${app}__[local]__[hash:base64:5]`,
        // Two versions of a remote may be in one page; equal class names would mix their styles.
        localIdentHashSalt: version,
        namedExport: false,
        exportLocalsConvention: 'as-is',
      }),
    },
    { test: /\.css$/, exclude: /\.module\.css$/, use: css(false), sideEffects: true },
    { test: /\.(webp|png|svg|woff2)$/, type: 'asset/resource' },
  ]
}
