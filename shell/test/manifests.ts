import { type RemoteManifest, remoteManifest } from '@lamella/shared/contract'
import { manifest as aiTrainer } from '../../mfe-ai-trainer/manifest.ts'
import { manifest as auth } from '../../mfe-auth/manifest.ts'
import { manifest as datastorage } from '../../mfe-datastorage/manifest.ts'
import { manifest as projects } from '../../mfe-projects/manifest.ts'
import { manifest as shell } from '../manifest.ts'

/** Manifests of the remotes as the registry has them. */
export const remoteManifests: readonly RemoteManifest[] = [auth, projects, datastorage, aiTrainer].map((manifest) =>
  remoteManifest.parse(manifest),
)

export const manifests: readonly RemoteManifest[] = [remoteManifest.parse(shell), ...remoteManifests]
