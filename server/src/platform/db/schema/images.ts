import type { FileType, ImageStatus } from '@lamella/shared/contract'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ImageDescription, ImageSummary } from '../../../imaging/description.ts'
import { organisations, users } from './accounts.ts'
import { created, id, modified, needs, partOf } from './columns.ts'
import { projects } from './projects.ts'

/** A stored file with what was made of it. It counts against the organisation's limits from its creation on. */
export const media = pgTable(
  'media',
  {
    id: id(),
    organisationId: partOf('organisation_id', () => organisations.id),
    ownerId: needs('owner_id', () => users.id),
    fileType: text('file_type').$type<FileType>().notNull(),
    originalFilename: text('original_filename').notNull(),
    /** Bytes as declared; the upload never stores more. */
    size: bigint('size', { mode: 'number' }).notNull(),
    status: text('status').$type<ImageStatus>().notNull(),
    statusErrors: jsonb('status_errors').$type<string[]>().notNull().default([]),
    /** SHA-256 of the original, hex; null until it is stored. */
    sha256: text('sha256'),
    /** What the decoder found; null until it is available. The pictures lie in blobs under `media/<id>/`. */
    description: jsonb('description').$type<ImageDescription>(),
    /** Its small part, kept by the database. Lists read this: a description may have megabytes. */
    summary: jsonb('summary')
      .$type<ImageSummary>()
      .generatedAlwaysAs(sql`description - '{channels,planes,levels}'::text[]`),
    /** How many channels it has, kept by the database. */
    channelCount: integer('channel_count').generatedAlwaysAs(sql`jsonb_array_length(description->'channels')`),
    /** Bytes of the pictures made of it; null: not measured yet. */
    pictureBytes: bigint('picture_bytes', { mode: 'number' }),
    created: created(),
    modified: modified(),
  },
  (t) => [index('media_organisation_status').on(t.organisationId, t.status)],
)

/** A medium as it appears in a project. */
export const images = pgTable(
  'images',
  {
    id: id(),
    projectId: partOf('project_id', () => projects.id),
    mediumId: partOf('medium_id', () => media.id),
    name: text('name').notNull(),
    created: created(),
    modified: modified(),
  },
  (t) => [index('images_project').on(t.projectId, t.id), index('images_medium').on(t.mediumId)],
)

/** One upload. The bytes stored so far are the length of its file on disk, nothing else. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    mediumId: partOf('medium_id', () => media.id),
    userId: partOf('user_id', () => users.id),
    sessionId: text('session_id').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** SHA-256 that the client announced with its last part, hex: kept before the part is stored, so that no restart skips the comparison. */
    announcedSha256: text('announced_sha256'),
    status: text('status', { enum: ['pending', 'uploading', 'complete', 'cancelled', 'failed'] }).notNull(),
    created: created(),
    modified: modified(),
  },
  (t) => [index('uploads_user').on(t.userId), index('uploads_medium').on(t.mediumId)],
)
