import { type AuditAction, auditActions, auditSearchText, auditText } from '@lamella/shared/contract'
import { type NamedEntry, sentenceOf } from './sentence.ts'

const nothing = { objectType: null, detail: null, objectName: null, projectName: null, imageName: null }
const say = (action: string, entry: Partial<NamedEntry> = {}) => auditText(sentenceOf({ ...nothing, ...entry, action }))

const lab = { objectType: 'organisation', objectName: 'Nordlund Lab' }
const jonas = { objectType: 'user', objectName: 'Jonas Weber' }
const kim = { objectType: 'invitation', objectName: 'kim@lab.test', detail: { role: 'GUEST' } }
const firefox = { objectType: 'session', objectName: 'Firefox on Linux', detail: { network: '10.0.0.1' } }
const liver = { objectType: 'project', objectName: 'Liver study', projectName: 'Liver study' }
const slide = { objectType: 'image', objectName: 'a.tif', imageName: 'a.tif', projectName: 'Liver study' }
const release = { objectType: 'release', objectName: 'projects 2.15.0' }
/** As `pointer-change.ts` and `removal-service.ts` write it. */
const forced = {
  ...release,
  detail: { missing: 'The server has no such call.', reason: 'The archive comes tonight' },
}
const spite = 'in spite of this: The server has no such call. Reason: The archive comes tonight'
const token = { objectType: 'operator-token', objectName: 'projects-ci' }
const labelSet = { objectType: 'label-set', objectName: 'Ki-67 nuclei', projectName: 'Liver study' }
const label = { objectType: 'label', objectName: 'Stroma', projectName: 'Liver study' }
const settings = { objectType: 'multichannel-settings', objectName: 'U2OS, 20×', projectName: 'Liver study' }
const job = { objectType: 'job', objectName: 'DAB scoring', imageName: 'a.tif', projectName: 'Liver study' }

/** Per action: an entry with names, its sentence, and the sentence without names. The type requires a row for each action. */
const sentences: Record<AuditAction, [entry: Partial<NamedEntry>, named: string, unnamed: string]> = {
  'organisation.created': [
    { ...lab, detail: { plans: ['LAMELLA_PORTAL_CLOUD_FREE', 'LAMELLA_AI_CLOUD_FREE'] } },
    'Created the organization Nordlund Lab with Portal free trial and AI free trial',
    'Created the organization',
  ],
  'organisation.updated': [
    lab,
    'Changed the details of the organization Nordlund Lab',
    'Changed the details of the organization',
  ],
  'organisation.deleted': [lab, 'Deleted the organization Nordlund Lab', 'Deleted the organization'],
  'upgrade.requested': [
    { ...lab, detail: { plan: 'LAMELLA_PORTAL_AI_CLOUD' } },
    'Asked for the plan Portal and AI Trainer',
    'Asked for another plan',
  ],
  'plan.granted': [
    { ...lab, detail: { plan: 'LAMELLA_PORTAL_CLOUD', until: '2027-12-31' } },
    'Granted the plan Portal until 2027-12-31',
    'Granted another plan',
  ],
  'plan.renewed': [
    { ...lab, detail: { plan: 'LAMELLA_PORTAL_CLOUD', until: '2028-12-31' } },
    'Renewed the plan Portal until 2028-12-31',
    'Renewed another plan',
  ],
  'plan.ended': [{ ...lab, detail: { plan: 'LAMELLA_AI_CLOUD' } }, 'Ended the plan AI Trainer', 'Ended another plan'],
  'trial.end-announced': [
    { ...lab, detail: { step: 'ends-in-7-days' } },
    'Announced the end of the free trial of the organization Nordlund Lab',
    'Announced the end of the free trial of the organization',
  ],
  'trial.ended': [
    lab,
    'Ended the free trial of the organization Nordlund Lab',
    'Ended the free trial of the organization',
  ],
  'trial.deletion-announced': [
    lab,
    'Announced the deletion of the organization Nordlund Lab',
    'Announced the deletion of the organization',
  ],
  'signup.requested': [{}, 'Asked to sign up again', 'Asked to sign up again'],
  'terms.accepted': [jonas, 'Agreed to the Terms of Service', 'Agreed to the Terms of Service'],
  'privacy.accepted': [jonas, 'Agreed to the Privacy Policy', 'Agreed to the Privacy Policy'],
  'terms.renewed': [
    { ...lab, detail: { version: '2026-12-01' } },
    'Published new Terms of Service of version 2026-12-01',
    'Published new Terms of Service',
  ],
  'privacy.renewed': [
    { ...lab, detail: { version: '2026-12-01' } },
    'Published a new Privacy Policy of version 2026-12-01',
    'Published a new Privacy Policy',
  ],
  'login.failed': [{ detail: { network: '10.0.0.1' } }, 'Failed to log in from 10.0.0.1', 'Failed to log in'],
  'session.started': [firefox, 'Logged in with Firefox on Linux', 'Logged in'],
  'session.ended': [firefox, 'Ended the session in Firefox on Linux', 'Ended a session'],
  'session.revoked': [
    firefox,
    'Was logged out of the session in Firefox on Linux for safety after a second use of its key from 10.0.0.1',
    'Was logged out of a session for safety',
  ],
  'sessions.ended': [jonas, 'Logged out everywhere', 'Logged out everywhere'],
  'second-step.failed': [
    { detail: { network: '10.0.0.1' } },
    'Failed the second step of a log-in from 10.0.0.1',
    'Failed the second step of a log-in',
  ],
  'second-factor.enabled': [jonas, 'Turned on two-step verification', 'Turned on two-step verification'],
  'second-factor.disabled': [jonas, 'Turned off two-step verification', 'Turned off two-step verification'],
  'second-factor.failed': [
    jonas,
    'Failed to change their two-step verification',
    'Failed to change their two-step verification',
  ],
  'second-factor.reset': [
    jonas,
    'Reset the two-step verification of Jonas Weber',
    'Reset the two-step verification of a user',
  ],
  'second-factor.required': [
    lab,
    'Made two-step verification compulsory in the organization Nordlund Lab',
    'Made two-step verification compulsory in the organization',
  ],
  'second-factor.optional': [
    lab,
    'Made two-step verification optional in the organization Nordlund Lab',
    'Made two-step verification optional in the organization',
  ],
  'recovery-codes.renewed': [jonas, 'Made new recovery codes', 'Made new recovery codes'],
  'recovery-code.used': [jonas, 'Logged in with a recovery code', 'Logged in with a recovery code'],
  'password-reset.requested': [{}, 'Asked for a link to set a new password', 'Asked for a link to set a new password'],
  'password.changed': [jonas, 'Changed their password', 'Changed their password'],
  'password-change.failed': [jonas, 'Failed to change their password', 'Failed to change their password'],
  'user.created': [jonas, 'Created the account of Jonas Weber', 'Created the account of a user'],
  'user.renamed': [
    { ...jonas, detail: { newName: 'Jonas Weber-Lind' } },
    'Changed their name to Jonas Weber-Lind',
    'Changed their name',
  ],
  'user.role-changed': [
    { ...jonas, detail: { from: 'ORG_ADMIN', to: 'USER' } },
    'Changed the role of Jonas Weber from admin to user',
    'Changed the role of a user',
  ],
  'user.activated': [jonas, 'Activated the account of Jonas Weber', 'Activated the account of a user'],
  'user.deactivated': [jonas, 'Deactivated the account of Jonas Weber', 'Deactivated the account of a user'],
  'avatar.changed': [jonas, 'Changed their picture', 'Changed their picture'],
  'avatar.removed': [jonas, 'Removed their picture', 'Removed their picture'],
  'invitation.sent': [kim, 'Invited kim@lab.test as guest', 'Invited a person'],
  'invitation.resent': [kim, 'Invited kim@lab.test again', 'Invited a person again'],
  'invitation.revoked': [kim, 'Withdrew the invitation to kim@lab.test', 'Withdrew an invitation'],
  'invitation.accepted': [kim, 'Accepted the invitation to kim@lab.test as guest', 'Accepted an invitation'],
  'project.created': [liver, 'Created the project Liver study', 'Created a project'],
  'project.updated': [liver, 'Changed the project Liver study', 'Changed a project'],
  'project.deleted': [liver, 'Deleted the project Liver study', 'Deleted a project'],
  'project.transferred': [
    { ...liver, detail: { person: 'Jonas Weber', formerOwner: 'Mara Lindqvist' } },
    'Made Jonas Weber the owner of the project Liver study in place of Mara Lindqvist',
    'Made a person the owner of a project',
  ],
  'contributor.added': [
    { ...liver, detail: { person: 'Jonas Weber', role: 'editor' } },
    'Shared the project Liver study with Jonas Weber as editor',
    'Shared a project with a person',
  ],
  'contributor.role-changed': [
    { ...liver, detail: { person: 'Jonas Weber', from: 'editor', to: 'annotator' } },
    'Changed the role of Jonas Weber in the project Liver study from editor to annotator',
    'Changed the role of a person in a project',
  ],
  'contributor.removed': [
    { ...liver, detail: { person: 'Jonas Weber', role: 'viewer' } },
    'Removed Jonas Weber from the project Liver study where they were viewer',
    'Removed a person from a project',
  ],
  'contributor.left': [
    { ...liver, detail: { role: 'viewer' } },
    'Left the project Liver study where they were viewer',
    'Left a project',
  ],
  'contributor.joined': [
    { ...liver, detail: { role: 'viewer' } },
    'Joined the project Liver study as viewer',
    'Joined a project',
  ],
  'project-invitation.sent': [
    { ...kim, projectName: 'Liver study', detail: { role: 'viewer' } },
    'Invited kim@lab.test to the project Liver study as viewer',
    'Invited a person to a project',
  ],
  'project-invitation.revoked': [
    { ...kim, projectName: 'Liver study' },
    'Withdrew the invitation to kim@lab.test from the project Liver study',
    'Withdrew an invitation from a project',
  ],
  'image.created': [slide, 'Added the image a.tif to the project Liver study', 'Added an image'],
  'image.renamed': [{ ...slide, detail: { newName: 'b.tif' } }, 'Renamed the image a.tif to b.tif', 'Renamed an image'],
  'image.pixel-size-set': [
    { ...slide, detail: { pixelSize: '0.25 µm' } },
    'Set the pixel size of the image a.tif to 0.25 µm',
    'Set the pixel size of an image',
  ],
  'image.pixel-size-cleared': [
    slide,
    'Went back to the pixel size that the file of the image a.tif has',
    'Went back to the pixel size that the file of an image has',
  ],
  'upload.cancelled': [
    slide,
    'Cancelled the upload of the image a.tif to the project Liver study',
    'Cancelled the upload of an image',
  ],
  'image.deleted': [slide, 'Deleted the image a.tif', 'Deleted an image'],
  'image.trashed': [slide, 'Moved the image a.tif to the trash', 'Moved an image to the trash'],
  'image.restored': [slide, 'Took the image a.tif out of the trash', 'Took an image out of the trash'],
  'image.expired': [
    slide,
    'Deleted the image a.tif after 30 days in the trash',
    'Deleted an image after 30 days in the trash',
  ],
  'image.moved': [slide, 'Moved the image a.tif to the project Liver study', 'Moved an image'],
  'image.moved-away': [slide, 'Moved the image a.tif away from the project Liver study', 'Moved an image away'],
  'image.z-plane-set': [
    slide,
    'Chose the Z plane by which the image a.tif is shown',
    'Chose the Z plane by which an image is shown',
  ],
  'image.processed-again': [slide, 'Had the image a.tif processed again', 'Had an image processed again'],
  'image.tagged': [slide, 'Changed the tags of the image a.tif', 'Changed the tags of an image'],
  'medium.deleted': [{ objectType: 'medium', objectName: 'a.tif' }, 'Deleted the file a.tif', 'Deleted a file'],
  'job.submitted': [job, 'Started the analysis DAB scoring of the image a.tif', 'Started an analysis'],
  'job.cancelled': [job, 'Cancelled the analysis DAB scoring of the image a.tif', 'Cancelled an analysis'],
  'job.deleted': [job, 'Deleted the analysis DAB scoring of the image a.tif', 'Deleted an analysis'],
  'result.corrected': [
    job,
    'Saved a corrected result of the analysis DAB scoring of the image a.tif',
    'Saved a corrected result of an analysis',
  ],
  'label-set.created': [
    labelSet,
    'Created the label set Ki-67 nuclei in the project Liver study',
    'Created a label set',
  ],
  'label-set.copied': [labelSet, 'Copied the label set Ki-67 nuclei to the project Liver study', 'Copied a label set'],
  'label-set.updated': [
    labelSet,
    'Changed the label set Ki-67 nuclei in the project Liver study',
    'Changed a label set',
  ],
  'label-set.deleted': [
    labelSet,
    'Deleted the label set Ki-67 nuclei in the project Liver study',
    'Deleted a label set',
  ],
  'label.created': [label, 'Created the label Stroma in the project Liver study', 'Created a label'],
  'label.updated': [label, 'Changed the label Stroma in the project Liver study', 'Changed a label'],
  'label.deleted': [label, 'Deleted the label Stroma in the project Liver study', 'Deleted a label'],
  'multichannel-settings.created': [
    settings,
    'Created the multichannel settings U2OS, 20× in the project Liver study',
    'Created multichannel settings',
  ],
  'multichannel-settings.updated': [
    settings,
    'Changed the multichannel settings U2OS, 20× in the project Liver study',
    'Changed multichannel settings',
  ],
  'multichannel-settings.deleted': [
    settings,
    'Deleted the multichannel settings U2OS, 20× in the project Liver study',
    'Deleted multichannel settings',
  ],
  'multichannel-settings.applied': [
    settings,
    'Applied the multichannel settings U2OS, 20× in the project Liver study',
    'Applied multichannel settings',
  ],
  'multichannel-settings.ended': [
    settings,
    'Ended the use of the multichannel settings U2OS, 20× in the project Liver study',
    'Ended the use of multichannel settings',
  ],
  'release.published': [release, 'Published the release projects 2.15.0', 'Published a release'],
  'release.activated': [release, 'Activated the release projects 2.15.0', 'Activated a release'],
  'release.tried': [release, 'Put the release projects 2.15.0 on trial', 'Put a release on trial'],
  'release.rolled-back': [release, 'Went back to the release projects 2.15.0', 'Went back to a release'],
  'release.withdrawn': [release, 'Withdrew the release projects 2.15.0', 'Withdrew a release'],
  'release.removed': [release, 'Removed the release projects 2.15.0', 'Removed a release'],
  'release.activation-forced': [
    forced,
    `Activated the release projects 2.15.0 by force ${spite}`,
    'Activated a release by force',
  ],
  'release.trial-forced': [
    forced,
    `Put the release projects 2.15.0 on trial by force ${spite}`,
    'Put a release on trial by force',
  ],
  'release.rollback-forced': [
    forced,
    `Went back to the release projects 2.15.0 by force ${spite}`,
    'Went back to a release by force',
  ],
  'release.removal-forced': [
    forced,
    `Removed the release projects 2.15.0 by force ${spite}`,
    'Removed a release by force',
  ],
  'operator.added': [jonas, 'Made Jonas Weber an operator of the portal', 'Made a user an operator of the portal'],
  'operator.removed': [jonas, 'Ended the operator rights of Jonas Weber', 'Ended the operator rights of a user'],
  'operator-token.created': [token, 'Made the token projects-ci for releases', 'Made a token for releases'],
  'operator-token.removed': [token, 'Removed the token projects-ci for releases', 'Removed a token for releases'],
  'audit.exported': [{}, 'Downloaded the audit log', 'Downloaded the audit log'],
}
const table = Object.entries(sentences).map(([action, [entry, named, unnamed]]) => ({ action, entry, named, unnamed }))

test.each(table)('$action: $named', ({ action, entry, named, unnamed }) => {
  expect(say(action, entry)).toBe(named)
  expect(say(action)).toBe(unnamed)
})

test('the filter lists each action by its sentence without names, and no two alike', () => {
  const titles = auditActions.map(({ title }) => title)
  expect(titles.toSorted()).toEqual(table.map(({ unnamed }) => unnamed).toSorted())
  expect(new Set(titles).size).toBe(table.length)
})

test.each(table)('every word of "$named" that is not a name can be searched', ({ action, entry, named }) => {
  const { objectName, projectName, imageName, detail } = { ...nothing, ...entry }
  const names = [objectName, projectName, imageName, ...Object.values(detail ?? {}), 'guest admin user'].join(' ')
  const plans = 'Portal free trial and AI free trial Trainer'
  const words = `${auditSearchText(action as AuditAction)} ${names} ${plans}`.split(/\s+/)
  expect(named.split(' ').filter((word) => !words.includes(word))).toEqual([])
})

test.each([
  [
    'a plan that is not sold any more',
    'upgrade.requested',
    { detail: { plan: 'LAMELLA_GONE' } },
    'Asked for another plan',
  ],
  ['plans of another form', 'organisation.created', { detail: { plans: 'all' } }, 'Created the organization'],
  ['a role that there is not', 'invitation.sent', { ...kim, detail: { role: 'OWNER' } }, 'Invited kim@lab.test'],
  ['half of a change', 'user.role-changed', { ...jonas, detail: { to: 'USER' } }, 'Changed the role of Jonas Weber'],
  ['an empty name', 'project.created', { ...liver, objectName: '', projectName: '' }, 'Created a project'],
  ['braces in a name', 'project.created', { ...liver, objectName: '{user}' }, 'Created the project {user}'],
  ['an action of a newer server', 'image.frozen', slide, 'Did something that this version has no words for'],
  ['a name of every object', 'toString', slide, 'Did something that this version has no words for'],
])('%s gives a complete sentence', (_, action, entry, sentence) => {
  expect(say(action, entry)).toBe(sentence)
})

test('names are marked, other words are not', () => {
  const parts = sentenceOf({ ...nothing, ...slide, action: 'image.created' })
  expect(parts.filter(({ isName }) => isName).map(({ text }) => text)).toEqual(['a.tif', 'Liver study'])
})
