import type { PageLoader, RemoteManifestInput } from '@lamella/shared/contract'
import { type ComponentType, lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { type PageOptions, type RenderedPage, renderPage } from './render-page.tsx'

interface Remote {
  manifest: RemoteManifestInput
  routes: Readonly<Partial<Record<string, PageLoader>>>
}

/** All pages of a remote at the addresses of its manifest; nothing at others. Without the shell's guards and frame. */
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
