import type { LoaderContext } from 'webpack'
import { type Facade, partRequest, partsOf } from '../share-list.ts'

interface FacadeLoaderOptions extends Facade {
  packageName: string
}

/**
 * Makes two kinds of module of a facade, `export { A, B } from 'package'`:
 * - `?part=first` or `?part=rest`: the shared module, which takes its names from the package itself;
 * - without a query: what `package` is resolved to, which takes each name from the shared part that has it. It is
 *   bundled into every app and dissolves there, so that only the parts in use are loaded.
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
