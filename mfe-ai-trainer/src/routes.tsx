import type { PageLoader } from '@lamella/shared/contract'
import type { RouteId } from '../manifest.ts'

/** Route id of the manifest → its page, loaded when it is first shown. */
export const routes: Record<RouteId, PageLoader> = {
  guest: () => import('./pages/guest/guest-page.tsx'),
  subscription: () => import('./pages/subscription/subscription-page.tsx'),
}
