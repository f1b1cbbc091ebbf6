import { runRemoteAlone } from '@lamella/shared/testing/remote-shell.tsx'
import { manifest } from '../manifest.ts'
import { routes } from './routes.tsx'

// Runs this remote alone against a running server: `npm run dev -w <this package>`.
void runRemoteAlone({ manifest, routes })
