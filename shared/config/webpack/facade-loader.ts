import type { LoaderContext } from 'webpack'
import { type Facade, partRequest, partsOf } from '../share-list.ts'

interface FacadeLoaderOptions extends Facade {
  packageName: string
}

/**
 * Webpack loader that makes two kinds of module of a facade, `export { A, B } from 'package'`:
 * - `?part=first` or `?part=rest`: the shared module, which re-exports its names from the package itself;
 * - without a query: the module to which `package` is resolved, which re-exports each name from its shared part. It is
 *   bundled into every app and tree-shaken there, so that only the parts in use are loaded.
 * @throws Error when `first` has a name that the facade does not export
 */
export default async function facadeLoader(this: LoaderContext<FacadeLoaderOptions>, source: string): Promise<string> {
  const { packageName, first = [], ...facade } = this.getOptions()
  const names = exportedNames(source, facade.file)
  const unknown = first.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`${facade.file} does not export ${unknown.join(', ')}`)

  const inPart = (part: string) => names.filter((name) => first.includes(name) === (part === 'first'))
  const part = new URLSearchParams(this.resourceQuery).get('part')
  if (part !== null) {
    const resolveUnaliased = this.getResolve({ dependencyType: 'esm', alias: [] })
    return reexport(inPart(part), await resolveUnaliased(this.context, packageName))
  }
  return partsOf({ ...facade, first: first.length > 0 ? first : undefined })
    .map((each) => reexport(inPart(each), partRequest(packageName, each)))
    .join('')
}

const reexport = (names: readonly string[], request: string): string =>
  `export { ${names.join(', ')} } from ${JSON.stringify(request)}\n`

function exportedNames(source: string, file: string): string[] {
  const list = /export \{([^}]*)\} from/.exec(source)?.[1]
  if (list === undefined) throw new Error(`${file} has no \`export { … } from\``)
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
