/**
 * Sentence of each action of the audit log, without its subject. Names stand in braces. The first clause is always part
 * of the sentence, a further one only where all its names are known. Actions are never removed or renamed: old entries
 * keep theirs.
 */
const clauses = {
  'organisation.created': ['Created {organisation}', 'with {plans}'],
  'organisation.updated': ['Changed the details of {organisation}'],
  'organisation.deleted': ['Deleted {organisation}'],
  'upgrade.requested': ['Asked for {plan}'],
  'plan.granted': ['Granted {plan}', 'until {until}'],
  'plan.renewed': ['Renewed {plan}', 'until {until}'],
  'plan.ended': ['Ended {plan}'],
  'trial.end-announced': ['Announced the end of the free trial of {organisation}'],
  'trial.ended': ['Ended the free trial of {organisation}'],
  'trial.deletion-announced': ['Announced the deletion of {organisation}'],

  'signup.requested': ['Asked to sign up again'],
  'terms.accepted': ['Agreed to the Terms of Service'],
  'privacy.accepted': ['Agreed to the Privacy Policy'],
  'terms.renewed': ['Published new Terms of Service', 'of version {version}'],
  'privacy.renewed': ['Published a new Privacy Policy', 'of version {version}'],
  'login.failed': ['Failed to log in', 'from {network}'],
  'session.started': ['Logged in', 'with {device}'],
  'session.ended': ['Ended {session}'],
  'session.revoked': ['Was logged out of {session} for safety', 'after a second use of its key from {network}'],
  'sessions.ended': ['Logged out everywhere'],
  'password-reset.requested': ['Asked for a link to set a new password'],
  'password.changed': ['Changed their password'],
  'password-change.failed': ['Failed to change their password'],
  'second-step.failed': ['Failed the second step of a log-in', 'from {network}'],
  'second-factor.enabled': ['Turned on two-step verification'],
  'second-factor.disabled': ['Turned off two-step verification'],
  'second-factor.failed': ['Failed to change their two-step verification'],
  'second-factor.reset': ['Reset the two-step verification of {user}'],
  'second-factor.required': ['Made two-step verification compulsory in {organisation}'],
  'second-factor.optional': ['Made two-step verification optional in {organisation}'],
  'recovery-codes.renewed': ['Made new recovery codes'],
  'recovery-code.used': ['Logged in with a recovery code'],

  'user.created': ['Created the account of {user}'],
  'user.renamed': ['Changed their name', 'to {newName}'],
  'user.role-changed': ['Changed the role of {user}', 'from {from} to {to}'],
  'user.activated': ['Activated the account of {user}'],
  'user.deactivated': ['Deactivated the account of {user}'],
  'avatar.changed': ['Changed their picture'],
  'avatar.removed': ['Removed their picture'],
  'invitation.sent': ['Invited {invited}', 'as {role}'],
  'invitation.resent': ['Invited {invited} again'],
  'invitation.revoked': ['Withdrew {invitation}'],
  'invitation.accepted': ['Accepted {invitation}', 'as {role}'],

  'project.created': ['Created {project}'],
  'project.updated': ['Changed {project}'],
  'project.deleted': ['Deleted {project}'],
  'project.transferred': ['Made {person} the owner of {project}', 'in place of {formerOwner}'],
  'contributor.added': ['Shared {project} with {person}', 'as {role}'],
  'contributor.role-changed': ['Changed the role of {person} in {project}', 'from {from} to {to}'],
  'contributor.removed': ['Removed {person} from {project}', 'where they were {role}'],
  'contributor.left': ['Left {project}', 'where they were {role}'],
  'contributor.joined': ['Joined {project}', 'as {role}'],
  'project-invitation.sent': ['Invited {invited} to {project}', 'as {role}'],
  'project-invitation.revoked': ['Withdrew {invitation} from {project}'],
  'image.created': ['Added {image}', 'to {project}'],
  'upload.cancelled': ['Cancelled the upload of {image}', 'to {project}'],
  'image.renamed': ['Renamed {image}', 'to {newName}'],
  'image.pixel-size-set': ['Set the pixel size of {image}', 'to {pixelSize}'],
  'image.pixel-size-cleared': ['Went back to the pixel size that the file of {image} has'],
  'image.deleted': ['Deleted {image}'],
  'image.trashed': ['Moved {image} to the trash'],
  'image.restored': ['Took {image} out of the trash'],
  'image.expired': ['Deleted {image} after 30 days in the trash'],
  'image.moved': ['Moved {image}', 'to {project}'],
  'image.moved-away': ['Moved {image} away', 'from {project}'],
  'image.z-plane-set': ['Chose the Z plane by which {image} is shown'],
  'image.processed-again': ['Had {image} processed again'],
  'image.tagged': ['Changed the tags of {image}'],
  'medium.deleted': ['Deleted {file}'],
  'job.submitted': ['Started {analysis}', 'of {image}'],
  'job.cancelled': ['Cancelled {analysis}', 'of {image}'],
  'job.deleted': ['Deleted {analysis}', 'of {image}'],
  'result.corrected': ['Saved a corrected result of {analysis}', 'of {image}'],

  'label-set.created': ['Created {labelSet}', 'in {project}'],
  'label-set.copied': ['Copied {labelSet}', 'to {project}'],
  'label-set.updated': ['Changed {labelSet}', 'in {project}'],
  'label-set.deleted': ['Deleted {labelSet}', 'in {project}'],
  'label.created': ['Created {label}', 'in {project}'],
  'label.updated': ['Changed {label}', 'in {project}'],
  'label.deleted': ['Deleted {label}', 'in {project}'],
  'multichannel-settings.created': ['Created {settings}', 'in {project}'],
  'multichannel-settings.updated': ['Changed {settings}', 'in {project}'],
  'multichannel-settings.deleted': ['Deleted {settings}', 'in {project}'],
  'multichannel-settings.applied': ['Applied {settings}', 'in {project}'],
  'multichannel-settings.ended': ['Ended the use of {settings}', 'in {project}'],

  'release.published': ['Published {release}'],
  'release.activated': ['Activated {release}'],
  'release.tried': ['Put {release} on trial'],
  'release.rolled-back': ['Went back to {release}'],
  'release.withdrawn': ['Withdrew {release}'],
  'release.removed': ['Removed {release}'],
  'release.activation-forced': ['Activated {release} by force', 'in spite of this: {missing}', 'Reason: {reason}'],
  'release.trial-forced': ['Put {release} on trial by force', 'in spite of this: {missing}', 'Reason: {reason}'],
  'release.rollback-forced': ['Went back to {release} by force', 'in spite of this: {missing}', 'Reason: {reason}'],
  'release.removal-forced': ['Removed {release} by force', 'in spite of this: {missing}', 'Reason: {reason}'],
  'operator.added': ['Made {user} an operator of the portal'],
  'operator.removed': ['Ended the operator rights of {user}'],
  'operator-token.created': ['Made {token} for releases'],
  'operator-token.removed': ['Removed {token} for releases'],

  'audit.exported': ['Downloaded the audit log'],
} as const satisfies Record<string, readonly [string, ...string[]]>

/** Object and past participle, e.g. `project.created`. */
export type AuditAction = keyof typeof clauses

type SlotsOf<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}` ? Slot | SlotsOf<Rest> : never

/** Names that fill the braces, as far as they are known. */
export type AuditNames = Partial<Record<SlotsOf<(typeof clauses)[AuditAction][number]>, string>>

interface Noun {
  /** Text before the name. */
  named: string
  /** Text where the name is not known. */
  unnamed: string
}

/** For the slots of first clauses, which are part of every sentence. */
const nouns: Record<SlotsOf<(typeof clauses)[AuditAction][0]>, Noun> = {
  organisation: { named: 'the organization ', unnamed: 'the organization' },
  plan: { named: 'the plan ', unnamed: 'another plan' },
  session: { named: 'the session in ', unnamed: 'a session' },
  user: { named: '', unnamed: 'a user' },
  invited: { named: '', unnamed: 'a person' },
  invitation: { named: 'the invitation to ', unnamed: 'an invitation' },
  project: { named: 'the project ', unnamed: 'a project' },
  person: { named: '', unnamed: 'a person' },
  image: { named: 'the image ', unnamed: 'an image' },
  file: { named: 'the file ', unnamed: 'a file' },
  analysis: { named: 'the analysis ', unnamed: 'an analysis' },
  labelSet: { named: 'the label set ', unnamed: 'a label set' },
  label: { named: 'the label ', unnamed: 'a label' },
  settings: { named: 'the multichannel settings ', unnamed: 'multichannel settings' },
  release: { named: 'the release ', unnamed: 'a release' },
  token: { named: 'the token ', unnamed: 'a token' },
}

/** A piece of a sentence. */
export interface AuditPart {
  text: string
  /** The name of an object. */
  isName: boolean
}

export type BySlot<Value> = Readonly<Record<string, Value | undefined>>

const plain = (text: string): AuditPart => ({ text, isName: false })

/** The parts of a text with slots; a slot without a noun of its own is filled with the name alone. */
export const auditPartsOf = (clause: string, names: BySlot<string>): AuditPart[] =>
  clause.split(/\{(\w+)\}/).flatMap((piece, index) => {
    if (index % 2 === 0) return plain(piece)
    const name = names[piece]
    const noun = (nouns as BySlot<Noun>)[piece]
    if (!noun) return plain(name ?? '')
    return name === undefined ? plain(noun.unnamed) : [plain(noun.named), { text: name, isName: true }]
  })

const slotsIn = (clause: string): string[] => Array.from(clause.matchAll(/\{(\w+)\}/g), ([, slot = '']) => slot)

const isComplete = (clause: string, names: BySlot<string>): boolean =>
  slotsIn(clause).every((slot) => names[slot] !== undefined)

/** The sentence of an entry in parts, e.g. "Changed the role of Jonas Weber from user to guest". */
export const auditSentence = (action: AuditAction, names: AuditNames = {}): AuditPart[] => {
  const [first, ...others] = clauses[action]
  const more = others.filter((clause) => isComplete(clause, names)).map((clause) => ` ${clause}`)
  return [first, ...more].flatMap((clause) => auditPartsOf(clause, names)).filter(({ text }) => text !== '')
}

/** The sentence as one text. */
export const auditText = (parts: readonly AuditPart[]): string => parts.map(({ text }) => text).join('')

/** False for an action of a newer server. */
export const isAuditAction = (action: string): action is AuditAction => Object.hasOwn(clauses, action)

/**
 * Every action with its sentence without names, e.g. "Changed the role of a user", in alphabetical order of the
 * sentences.
 */
export const auditActions: readonly { action: AuditAction; title: string }[] = Object.keys(clauses)
  .filter(isAuditAction)
  .map((action) => ({ action, title: auditText(auditSentence(action)) }))
  .toSorted((a, b) => a.title.localeCompare(b.title, 'en'))

/** All words, besides names, that the sentence of this action can have: what a search for text is compared with. */
export const auditSearchText = (action: AuditAction): string => {
  const nameless = Object.fromEntries(clauses[action].flatMap(slotsIn).map((slot) => [slot, '']))
  return [auditSentence(action), auditSentence(action, nameless)].map(auditText).join(' ')
}
