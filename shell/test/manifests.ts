import { type RemoteManifest, remoteManifest } from '@lamella/shared/contract'
import { manifest as aiTrainer } from '../../mfe-ai-trainer/manifest.ts'
import { manifest as auth } from '../../mfe-auth/manifest.ts'
import { manifest as dataStorage } from '../../mfe-datastorage/manifest.ts'
import { manifest as projects } from '../../mfe-projects/manifest.ts'
import { manifest as shell } from '../manifest.ts'

/** What the registry carries of each remote. */
export const remoteManifests: readonly RemoteManifest[] = [auth, projects, dataStorage, aiTrainer].map((manifest) =>
  remoteManifest.parse(manifest),
)

export const manifests: readonly RemoteManifest[] = [remoteManifest.parse(shell), ...remoteManifests]
