import { runRemoteAlone } from '@lamella/shared/testing/remote-shell.tsx'
import { manifest } from '../manifest.ts'
import { routes } from './routes.tsx'

// This remote alone: `npm run dev -w <this package>`, while a server runs.
void runRemoteAlone({ manifest, routes })
