import type { RemoteModule } from '@lamella/shared/contract'
import { routes } from './routes.tsx'

const remote: RemoteModule = { routes }

export default remote
