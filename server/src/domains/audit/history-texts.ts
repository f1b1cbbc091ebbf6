import type { AuditAction } from '@lamella/shared/contract'

interface HistoryText {
  one: string
  /** Of several acts in a row, with their number; without it each act is an entry of its own. */
  many?: string
}

/**
 * What the history of a project says of each act, without its subject and without the project. Everybody who may view the project
 * reads it: an act that is not here is not shown (invitations, for example, which only those who share may see).
 */
export const historyTexts: Partial<Record<AuditAction, HistoryText>> = {
  'project.created': { one: 'created the project' },
  'project.updated': { one: 'changed the details of the project' },
  'project.transferred': { one: 'made {person} the owner' },
  'contributor.added': { one: 'added {person} as {role}' },
  'contributor.role-changed': { one: 'changed the role of {person} from {from} to {to}' },
  'contributor.removed': { one: 'removed {person}' },
  'contributor.left': { one: 'left the project' },
  'contributor.joined': { one: 'joined the project as {role}' },
  'image.created': { one: 'added {image}', many: 'added {count} images' },
  'image.renamed': { one: 'renamed {image} to {newName}', many: 'renamed {count} images' },
  'image.pixel-size-set': {
    one: 'set the pixel size of {image} to {pixelSize}',
    many: 'set the pixel size of {count} images',
  },
  'image.pixel-size-cleared': {
    one: 'went back to the pixel size that the file of {image} has',
    many: 'went back to the pixel size that the files of {count} images have',
  },
  'image.deleted': { one: 'deleted {image}', many: 'deleted {count} images' },
  'image.trashed': { one: 'moved {image} to the trash', many: 'moved {count} images to the trash' },
  'image.restored': { one: 'took {image} out of the trash', many: 'took {count} images out of the trash' },
  'image.expired': {
    one: 'deleted {image} after 30 days in the trash',
    many: 'deleted {count} images after 30 days in the trash',
  },
  'image.moved': { one: 'moved {image} here', many: 'moved {count} images here' },
  'image.moved-away': { one: 'moved {image} to another project', many: 'moved {count} images to another project' },
  'image.z-plane-set': {
    one: 'chose the Z plane by which {image} is shown',
    many: 'chose the Z planes by which {count} images are shown',
  },
  'image.processed-again': { one: 'had {image} processed again', many: 'had {count} images processed again' },
  'image.tagged': { one: 'changed the tags of {image}', many: 'changed the tags of {count} images' },
  'job.submitted': { one: 'started {analysis} of {image}', many: 'started {analysis} of {count} images' },
  'job.cancelled': { one: 'cancelled {analysis} of {image}', many: 'cancelled {analysis} of {count} images' },
  'job.deleted': { one: 'deleted {analysis} of {image}', many: 'deleted {analysis} of {count} images' },
  'result.corrected': { one: 'saved a corrected result of {analysis} of {image}' },
  'label-set.created': { one: 'created {labelSet}' },
  'label-set.copied': { one: 'copied {labelSet} here' },
  'label-set.updated': { one: 'changed {labelSet}' },
  'label-set.deleted': { one: 'deleted {labelSet}' },
  'label.created': { one: 'created {label}', many: 'created {count} labels' },
  'label.updated': { one: 'changed {label}', many: 'changed {count} labels' },
  'label.deleted': { one: 'deleted {label}', many: 'deleted {count} labels' },
  'multichannel-settings.created': { one: 'created {settings}' },
  'multichannel-settings.updated': { one: 'changed {settings}' },
  'multichannel-settings.deleted': { one: 'deleted {settings}' },
  'multichannel-settings.applied': { one: 'applied {settings}' },
  'multichannel-settings.ended': { one: 'ended the use of {settings}' },
}

/** The text of an action; undefined where the history does not show it. */
export const historyTextOf = (action: string): HistoryText | undefined =>
  new Map<string, HistoryText>(Object.entries(historyTexts)).get(action)
