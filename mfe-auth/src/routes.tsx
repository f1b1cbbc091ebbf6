import type { PageLoader } from '@lamella/shared/contract'
import type { RouteId } from '../manifest.ts'

/** Route id of the manifest → its page, loaded on first use. */
export const routes: Record<RouteId, PageLoader> = {
  signup: () => import('./pages/sign-up/sign-up-page.tsx'),
  'signup-confirm': () => import('./pages/sign-up-confirm/sign-up-confirm-page.tsx'),
  invitation: () => import('./pages/invitation/invitation-page.tsx'),
  welcome: () => import('./pages/welcome/welcome-page.tsx'),
  login: () => import('./pages/login/login-page.tsx'),
  logout: () => import('./pages/logout/logout-page.tsx'),
  'password-reset': () => import('./pages/password-reset/password-reset-page.tsx'),
  'password-confirm': () => import('./pages/password-confirm/password-confirm-page.tsx'),
  'terms-confirm': () => import('./pages/terms-confirm/terms-confirm-page.tsx'),
  'two-step': () => import('./pages/two-step/two-step-page.tsx'),
  settings: () => import('./pages/settings/settings-page.tsx'),
  users: () => import('./pages/settings-users/users-page.tsx'),
  subscriptions: () => import('./pages/settings-subscriptions/subscriptions-page.tsx'),
  audit: () => import('./pages/settings-audit/audit-page.tsx'),
  releases: () => import('./pages/settings-releases/releases-page.tsx'),
}
