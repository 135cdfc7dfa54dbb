import { createRequire } from 'node:module'
import path from 'node:path'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import type { RuleSetRule, RuleSetUseItem } from 'webpack'
import type { Build } from './build'

const require = createRequire(import.meta.url)

const styles = (modules: object, first: RuleSetUseItem[] = []) => [
  MiniCssExtractPlugin.loader,
  // Sheets that a sheet names go through the same loaders.
  { loader: require.resolve('css-loader'), options: { modules, importLoaders: first.length } },
  ...first,
]

const ofFaces = /[\\/]@fontsource[\\/].*\.css$/
const ofModule = /\.module\.css$/
/** Shared is compiled with whoever uses it. */
const ofPackage = /node_modules[\\/](?!@multiball[\\/])/

/**
 * How style sheets are compiled. A remote is a guest in a page: its rules stay below its own classes, a package's too, and
 * what is not a module is refused. Pages, which are nobody's guests, may say what holds for all of them.
 */
export function styleRules({ folder, name, manifest, isDevelopment = false }: Build): RuleSetRule[] {
  const isGuest = manifest !== undefined && manifest.page === undefined
  const exported = { namedExport: false, exportLocalsConvention: 'as-is' }
  const guests = isGuest ? [{ loader: path.join(import.meta.dirname, 'guestStylesLoader.cjs'), options: { name } }] : []
  const named = {
    ...exported,
    mode: 'local',
    // With css-loader's own names two remotes with the same file names collided.
    // Pages link the styles of the published version too: a dev server's are told apart.
    localIdentName: isDevelopment ? '[local]_dev_[hash:base64:6]' : '[local]_[hash:base64:6]',
    localIdentContext: path.dirname(folder),
  }
  return [
    { test: ofFaces, enforce: 'pre', use: path.join(import.meta.dirname, 'dropWoffLoader.cjs') },
    { test: ofModule, use: styles(named, guests) },
    ...(isGuest
      ? [
          // A package goes by its own names.
          {
            test: /\.css$/,
            include: ofPackage,
            exclude: ofModule,
            use: styles({ ...exported, mode: 'local', localIdentName: '[local]' }, guests),
          },
          {
            test: /\.css$/,
            exclude: [ofModule, ofPackage],
            use: path.join(import.meta.dirname, 'refuseStylesLoader.cjs'),
          },
        ]
      : [{ test: /\.css$/, exclude: ofModule, use: styles({ auto: false }) }]),
  ]
}
