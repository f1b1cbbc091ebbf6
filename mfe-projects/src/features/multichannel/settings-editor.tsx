import type { ChannelSettings, Image, ImageView, MultichannelSettings } from '@lamella/shared/contract'
import { CardHeader, InfoBar, PageTitle } from '@lamella/shared/ui'
import { initialChannels } from '@lamella/shared/viewer'
import { Button, Card, Select, Stack } from '@mantine/core'
import { IconCheck, IconPencil } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { withSettings } from '../../lib/with-settings.ts'
import { ChannelCard, problemOf } from './channel-card.tsx'
import { NameDialog } from './name-dialog.tsx'
import css from './settings-editor.module.css'
import { SettingsMenu } from './settings-menu.tsx'
import { SettingsPreview } from './settings-preview.tsx'
import { useApplySettings, useCreateSettings, useUpdateSettings } from './use-settings-changes.ts'
import { useSettingsDraft } from './use-settings-draft.ts'

interface SettingsEditorProps {
  projectId: string
  settings: readonly MultichannelSettings[]
  /** The chosen ones; null: there are none yet. */
  stored: MultichannelSettings | null
  onChoose: (id: string | null) => void
  /** The multichannel images of the project that are available, and the one that is shown. */
  images: readonly Image[]
  image: Image
  view: ImageView
  onImage: (id: string) => void
  canEdit: boolean
}

/** Texts of the page, to the letter (D3-9-46, D3-9-47). */
const title = 'Multichannel Settings'
const text = 'Define settings for multichannel images and apply them to your project.'

/** Edits named settings beside an image that is shown by them. */
const SettingsEditor = (props: SettingsEditorProps) => {
  const { projectId, settings, stored, onChoose, images, image, view, onImage, canEdit } = props
  const draft = useSettingsDraft(stored)
  const creation = useCreateSettings(projectId)
  const update = useUpdateSettings(projectId)
  const application = useApplySettings(projectId)
  const [naming, setNaming] = useState(false)
  const wanted = draft.channels ?? stored?.channels
  const channels = useMemo(() => withSettings(initialChannels(view), wanted ?? []), [view, wanted])
  /** Of channels that this image does not have. */
  const others = (wanted ?? []).filter(({ index }) => !channels.some((channel) => channel.index === index))
  const all = [...channels, ...others].map((each) => ({ ...each, name: each.name.trim() }))
  const isValid = channels.every((channel) => problemOf(channel) === null)
  const change = (index: number, changes: Partial<ChannelSettings>): void =>
    draft.change([...channels.map((each) => (each.index === index ? { ...each, ...changes } : each)), ...others])
  const save = (): void => {
    if (!stored || draft.revision === null) return
    const form = { id: stored.id, name: stored.name, revision: draft.revision, channels: all }
    update.mutate(form, { onSuccess: draft.discard })
  }
  const saveAs = (name: string): void =>
    creation.mutate(
      { name, channels: all },
      {
        onSuccess: (id) => {
          draft.discard()
          setNaming(false)
          onChoose(id)
        },
      },
    )
  const isChanged = draft.channels !== null
  // While our own are saved, the new ones may be read before the changes are dropped.
  const isOutdated = draft.isOutdated && !update.isPending && !creation.isPending
  const saveNew = (
    <Button variant={stored ? 'default' : 'filled'} disabled={!isValid} onClick={() => setNaming(true)}>
      Save as new settings
    </Button>
  )
  return (
    <>
      <PageTitle
        title={title}
        badge={
          isChanged ? (
            <span className={css.badge} data-unsaved>
              <IconPencil size={14} stroke={1.7} aria-hidden />
              Not saved
            </span>
          ) : (
            stored?.applied && (
              <span className={css.badge}>
                <IconCheck size={14} stroke={1.7} aria-hidden />
                Applied
              </span>
            )
          )
        }
        facts={text}
        actions={
          canEdit && (
            <>
              {isChanged && (
                <Button variant="default" onClick={draft.discard}>
                  Discard changes
                </Button>
              )}
              {stored && isChanged && (
                <Button disabled={!isValid || isOutdated} loading={update.isPending} onClick={save}>
                  Save settings
                </Button>
              )}
              {stored && !isChanged && !stored.applied && (
                <Button loading={application.isPending} onClick={() => application.mutate(stored)}>
                  Apply to project
                </Button>
              )}
              {stored && !isChanged && stored.applied && (
                <Button variant="default" loading={application.isPending} onClick={() => application.mutate(null)}>
                  Stop applying
                </Button>
              )}
            </>
          )
        }
      />
      {isOutdated && (
        <InfoBar tone="warning">
          Somebody else has changed these settings in the meantime. Your changes are not saved: save them as new
          settings, or discard them to see the present ones.
        </InfoBar>
      )}
      <div className={css.columns}>
        <Stack gap="md">
          <Card>
            <div className={css.choice}>
              <Select
                className={css.select}
                label="Settings"
                placeholder="None yet: the channels are as the files say"
                data={settings.map(({ id, name, applied }) => ({
                  value: id,
                  label: applied ? `${name} (applied)` : name,
                }))}
                value={stored?.id ?? null}
                disabled={settings.length === 0}
                onChange={onChoose}
              />
              {canEdit && saveNew}
              {canEdit && stored && <SettingsMenu projectId={projectId} settings={stored} />}
            </div>
          </Card>
          {view.channels.map((channel, at) => {
            const setting = channels[at]
            return (
              setting && (
                <ChannelCard
                  key={channel.index}
                  channel={channel}
                  setting={setting}
                  canEdit={canEdit}
                  onChange={(changes) => change(channel.index, changes)}
                />
              )
            )
          })}
          {others.length > 0 && (
            <InfoBar>
              {others.length === 1 ? '1 more channel' : `${others.length} more channels`} of these settings are for
              images with more channels than this one.
            </InfoBar>
          )}
        </Stack>
        <Card padding={0} className={css.preview}>
          <CardHeader title="Preview">
            <Select
              variant="filled"
              aria-label="Image of the preview"
              searchable
              data={images.map(({ id, name }) => ({ value: id, label: name }))}
              value={image.id}
              onChange={(id) => id && onImage(id)}
            />
          </CardHeader>
          <div className={css.picture}>
            <SettingsPreview key={image.id} image={image} view={view} channels={channels} />
          </div>
        </Card>
      </div>
      <NameDialog
        opened={naming}
        title="Save as new settings"
        saveLabel="Save settings"
        initial=""
        busy={creation.isPending}
        onSave={saveAs}
        onClose={() => setNaming(false)}
      />
    </>
  )
}

export default SettingsEditor
