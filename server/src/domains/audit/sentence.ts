import {
  type AuditNames,
  type AuditPart,
  auditSentence,
  type ContributorRole,
  type GlobalRole,
  isAuditAction,
  upgradePlans,
} from '@lamella/shared/contract'
import { freePlans, onPremisePlans } from '../quotas/index.ts'

/** An entry with the names of its object, project and image. */
export interface NamedEntry {
  action: string
  objectType: string | null
  detail: Record<string, unknown> | null
  objectName: string | null
  projectName: string | null
  imageName: string | null
}

const roles: Record<GlobalRole | ContributorRole, string> = {
  USER: 'user',
  ORG_ADMIN: 'admin',
  GUEST: 'guest',
  editor: 'editor',
  annotator: 'annotator',
  viewer: 'viewer',
}
const isRole = (text: unknown): text is keyof typeof roles => typeof text === 'string' && Object.hasOwn(roles, text)
const roleName = (role: unknown): string | undefined => (isRole(role) ? roles[role] : undefined)

const plans: readonly { name: string; displayName: string }[] = [...freePlans, ...onPremisePlans, ...upgradePlans]
const planName = (plan: unknown): string | undefined => plans.find(({ name }) => name === plan)?.displayName

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const planNames = (names: unknown): string | undefined => {
  const known = Array.isArray(names) ? names.map(planName).filter((name) => name !== undefined) : []
  return known.length > 0 ? list.format(known) : undefined
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

/** Placeholders of the sentences that are filled with the name of an object, by its type. */
const objectNames: Record<string, (name: string | undefined) => AuditNames> = {
  organisation: (organisation) => ({ organisation }),
  user: (user) => ({ user }),
  invitation: (address) => ({ invited: address, invitation: address }),
  session: (device) => ({ session: device, device }),
  project: (project) => ({ project }),
  image: (image) => ({ image }),
  medium: (file) => ({ file }),
  job: (analysis) => ({ analysis }),
  'label-set': (labelSet) => ({ labelSet }),
  label: (label) => ({ label }),
  'multichannel-settings': (settings) => ({ settings }),
  release: (release) => ({ release }),
  'operator-token': (token) => ({ token }),
}

/** Names for the slots of a sentence about the entry, as far as they are known. */
export const namesOf = ({ objectType, objectName, projectName, imageName, detail }: NamedEntry): AuditNames => {
  const {
    from,
    to,
    role,
    plan,
    until,
    plans: several,
    network,
    newName,
    version,
    pixelSize,
    person,
    formerOwner,
    missing,
    reason,
  } = detail ?? {}
  return {
    project: text(projectName),
    image: text(imageName),
    from: roleName(from),
    to: roleName(to),
    role: roleName(role),
    plan: planName(plan),
    until: text(until),
    plans: planNames(several),
    network: text(network),
    newName: text(newName),
    version: text(version),
    pixelSize: text(pixelSize),
    missing: text(missing),
    reason: text(reason),
    person: text(person),
    formerOwner: text(formerOwner),
    ...objectNames[objectType ?? '']?.(text(objectName)),
  }
}

/** For actions of a newer server that was rolled back to this one. */
const unknown: AuditPart[] = [{ text: 'Did something that this version has no words for', isName: false }]

/** The sentence for an entry, in parts: names are marked. Never throws for entries of other versions. */
export const sentenceOf = (entry: NamedEntry): AuditPart[] =>
  isAuditAction(entry.action) ? auditSentence(entry.action, namesOf(entry)) : unknown
