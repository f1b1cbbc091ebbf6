import type { PageLoader, RemoteManifestInput } from '@lamella/shared/contract'
import { type ComponentType, lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { type PageOptions, type RenderedPage, renderPage } from './render-page.tsx'

interface Remote {
  manifest: RemoteManifestInput
  routes: Readonly<Partial<Record<string, PageLoader>>>
}

/**
 * Renders the pages of a remote at the paths of its manifest, without the shell's guards and layout; other paths are
 * empty.
 */
export const renderRemote = ({ manifest, routes }: Remote, options: PageOptions): RenderedPage => {
  const pages = manifest.routes.flatMap(({ id, path }) => {
    const load = routes[id]
    if (!load) return []
    const Page = lazy(load as () => Promise<{ default: ComponentType }>)
    return [<Route key={id} path={path} element={<Page />} />]
  })
  return renderPage(
    <Suspense>
      <Routes>
        {pages}
        <Route path="*" element={null} />
      </Routes>
    </Suspense>,
    options,
  )
}
