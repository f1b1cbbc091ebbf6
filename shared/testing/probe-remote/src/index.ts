import type { RemoteModule } from '@lamella/shared/contract'

const remote: RemoteModule = {
  routes: {
    probe: () => import('./probe-page.tsx'),
  },
}

export default remote
