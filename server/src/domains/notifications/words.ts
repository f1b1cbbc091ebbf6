import type { RestrictionKey } from '@lamella/shared/contract'
import type { NotificationDetails, NotificationKind } from './kinds.ts'

/** What the words of a notification are made from. */
export interface Told<K extends NotificationKind> {
  detail: NotificationDetails[K]
  /** The project by its present name; null: it is about none. */
  project: { id: string; name: string } | null
  /** The one object that it is about, if it still exists. */
  objectId: string | null
}

/** The words and the address of a notification. */
export interface Words {
  tone: 'success' | 'error' | 'warning' | 'info'
  title: string
  text: string
  /** Path in the portal. */
  link: string
}

const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : many}`

const limitNames: Record<RestrictionKey, string> = {
  userLimit: 'user accounts',
  storageLimit: 'GB of storage',
  projectLimit: 'projects',
  mediumLimit: 'images',
  annotationLimit: 'annotations',
  trainingLimit: 'trainings',
  jobLimit: 'analysis jobs',
}

const roles = { owner: 'its owner', editor: 'Editor', annotator: 'Annotator', viewer: 'Viewer' } as const

const projectPath = (project: Told<NotificationKind>['project'], page = ''): string =>
  project ? `/projects/${project.id}${page}` : '/projects'

const analysisTitle = ({ application, version, done, failed, image }: NotificationDetails['analysis-finished']) => {
  const name = `${application} ${version}`
  if (image !== null) return `${name} ${failed > 0 ? 'failed on' : 'finished on'} ${image}`
  if (done === 0) return `${name} failed on ${counted(failed, 'image')}`
  return `${name} finished on ${counted(done, 'image')}${failed > 0 ? `, and failed on ${number.format(failed)}` : ''}`
}

const words: { [K in NotificationKind]: (told: Told<K>) => Words } = {
  'project-shared': ({ detail: { by, role }, project }) => ({
    tone: 'info',
    title: role === 'owner' ? `${by} transferred ${project?.name} to you` : `${by} shared ${project?.name}`,
    text: role === 'owner' ? 'You were made its owner.' : `You were added as ${roles[role]}.`,
    link: projectPath(project),
  }),
  'organisation-invited': ({ detail: { by, organisation } }) => ({
    tone: 'info',
    title: `${by} invites you to ${organisation}`,
    text: 'An account belongs to one organization. To join, ask for an invitation to another email address of yours.',
    link: '/settings',
  }),
  'analysis-finished': ({ detail, project, objectId }) => ({
    tone: detail.failed > 0 ? 'error' : 'success',
    title: analysisTitle(detail),
    text: detail.reason ?? `${project?.name}${detail.done > 0 ? `, ${counted(detail.objects, 'object')}` : ''}`,
    link: projectPath(project, objectId ? `/jobs/${objectId}` : '/jobs'),
  }),
  'image-failed': ({ detail: { file, reason, count, uploaded }, project }) => {
    const failure = `could not be ${uploaded ? 'processed' : 'uploaded'}`
    return {
      tone: 'error',
      title: count === 1 ? `${file} ${failure}` : `${file} and ${counted(count - 1, 'more image')} failed`,
      text: count === 1 ? reason : `${project?.name}: each image says why.`,
      link: projectPath(project, '/library?scope=failed'),
    }
  },
  'limit-near': ({ detail: { limit, used, most } }) => ({
    tone: 'warning',
    title: `${number.format(used)} of ${number.format(most)} ${limitNames[limit]} are used`,
    text: limit === 'storageLimit' ? 'Uploads stop when the limit is reached.' : 'No more can be added at the limit.',
    link: '/settings/subscriptions',
  }),
}

/** The words of a notification, in English as the whole portal. */
export const wordsOf = <K extends NotificationKind>(kind: K, told: Told<K>): Words => words[kind](told)
