import type { RemoteRoute } from '@lamella/shared/contract'

/** One segment of the breadcrumb. */
export interface Crumb {
  /** Shown text; for a project or image, shown until its name is known. */
  label: string
  kind: 'text' | 'project' | 'image'
  id: string | null
  /** Path of the link; null for the page itself. */
  to: string | null
}

const crumbOf = (
  route: RemoteRoute,
  params: Readonly<Record<string, string | undefined>>,
  to: string,
): Crumb | null => {
  if (route.crumb === null) return null
  const kind = route.crumb === ':project' ? 'project' : route.crumb === ':image' ? 'image' : 'text'
  const id = kind === 'project' ? params.projectId : kind === 'image' ? (params.imageId ?? params.image) : undefined
  const label = kind === 'project' ? 'Project' : kind === 'image' ? 'Image' : route.crumb
  return { label, kind, id: id ?? null, to }
}

const fill = (path: string, params: Readonly<Record<string, string | undefined>>) =>
  path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')

const prefixesOf = (path: string): string[] => {
  const segments = path.split('/').filter(Boolean)
  // The dashboard is a trail of its own; above other pages it is the home icon.
  if (segments.length === 0) return ['/']
  return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)
}

/**
 * Segments of a page's breadcrumb (D1-2.6-13): every route whose path is a prefix of the present one, or of its
 * `parent`, shortest first.
 * @param params - parameters of the path; for the viewer also `image` of the query
 */
export const crumbsFor = (
  current: RemoteRoute,
  routes: readonly RemoteRoute[],
  params: Readonly<Record<string, string | undefined>>,
): Crumb[] => {
  const above = current.parent === undefined ? prefixesOf(current.path) : [...prefixesOf(current.parent), current.path]
  const trail = above.flatMap((path) => {
    const route = path === current.path ? current : routes.find((candidate) => candidate.path === path)
    const crumb = route && crumbOf(route, params, fill(path, params))
    return crumb ? [crumb] : []
  })
  return trail.map((crumb, index) => (index === trail.length - 1 ? { ...crumb, to: null } : crumb))
}
