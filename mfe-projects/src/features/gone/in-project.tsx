import type { PageLoader } from '@lamella/shared/contract'
import type { ComponentType } from 'react'

/** The page of a project behind `ProjectGate`, which is loaded with it. @param load - of the page alone */
export const inProject =
  (load: PageLoader): PageLoader =>
  async () => {
    const [page, { ProjectGate }] = await Promise.all([load(), import('./project-gate.tsx')])
    const Page = page.default as ComponentType
    const GatedPage = () => (
      <ProjectGate>
        <Page />
      </ProjectGate>
    )
    return { default: GatedPage }
  }
