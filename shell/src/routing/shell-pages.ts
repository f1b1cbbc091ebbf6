import type { ComponentType } from 'react'
import type { RouteId } from '../../manifest.ts'

type ShellPage = () => Promise<{ Component: ComponentType }>

const errorPage: ShellPage = async () => ({ Component: (await import('../pages/error/error-page.tsx')).ErrorPage })

/** Route id of the shell's manifest → its page, loaded on first use. */
export const shellPages: Record<RouteId, ShellPage> = {
  dashboard: async () => ({ Component: (await import('../pages/dashboard/dashboard-page.tsx')).DashboardPage }),
  home: async () => ({ Component: (await import('../pages/home/home-page.tsx')).HomePage }),
  'job-result-download': async () => ({
    Component: (await import('../pages/job-result-download/job-result-download-page.tsx')).JobResultDownloadPage,
  }),
  error: errorPage,
  'error-detail': errorPage,
  kit: async () => ({ Component: (await import('@lamella/shared/kit/kit-page.tsx')).KitPage }),
}
