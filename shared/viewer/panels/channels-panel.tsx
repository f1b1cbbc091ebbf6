import type { ImageView } from '@lamella/shared/contract'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCheck, IconContrast2 } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type ChannelSetting, drawnColor, initialChannels } from '../tiles/channel-settings.ts'
import { formatSample } from '../tiles/format-sample.ts'
import type { CountedPlane } from './channel-controls.tsx'
import css from './channels-panel.module.css'
import type { ViewerPanel } from './viewer-panel.ts'

const ChannelControls = lazy(() => import('./channel-controls.tsx'))

interface ChannelsPanelProps {
  view: ImageView
  channels: readonly ChannelSetting[]
  onChange: (channels: ChannelSetting[]) => void
  counted?: CountedPlane | null
}

/** More channels than this are folded: only so many are listed, and only those that are on have a histogram. */
const mostUnfolded = 8

const wordsOf = (channels: readonly ChannelSetting[]): string => {
  const on = channels.filter(({ visible }) => visible).length
  return on === 1 ? `1 of ${channels.length} channels is on.` : `${on} of ${channels.length} channels are on.`
}

interface FoldProps {
  /** The channels that are listed only when unfolded. */
  rest: readonly ChannelSetting[]
  unfolded: boolean
  onToggle: () => void
}

const Fold = ({ rest, unfolded, onToggle }: FoldProps) => {
  const on = rest.filter(({ visible }) => visible).length
  return (
    <Button variant="subtle" size="xs" className={css.fold} aria-expanded={unfolded} onClick={onToggle}>
      {unfolded ? 'Show fewer channels' : `Show ${rest.length} more channels${on > 0 ? `, ${on} on` : ''}`}
    </Button>
  )
}

/** Switches channels on and off, each with its range over its histogram. */
const Channels = ({ view, channels, onChange, counted = null }: ChannelsPanelProps) => {
  const [unfolded, setUnfolded] = useState(false)
  const isLong = view.channels.length > mostUnfolded
  const listed = isLong && !unfolded ? view.channels.slice(0, mostUnfolded) : view.channels
  const rangeText = ({ min, max }: ChannelSetting): string =>
    `${formatSample(min, view.sampleFormat)} – ${formatSample(max, view.sampleFormat)}`
  const change = (index: number, changes: Partial<ChannelSetting>): void =>
    onChange(channels.map((channel) => (channel.index === index ? { ...channel, ...changes } : channel)))
  return (
    <div className={css.channels}>
      {isLong && (
        <p className={css.words} role="status">
          {wordsOf(channels)}
        </p>
      )}
      {listed.map((channel, at) => {
        const setting = channels[at]
        if (!setting) return null
        return (
          <div key={channel.index} className={css.channel} data-off={!setting.visible || undefined}>
            <label className={css.label}>
              <input
                type="checkbox"
                className={css.input}
                checked={setting.visible}
                onChange={(event) => change(channel.index, { visible: event.currentTarget.checked })}
              />
              <span className={css.swatch} style={{ backgroundColor: drawnColor(setting.color) }}>
                {setting.visible && <IconCheck size={12} stroke={3} aria-hidden />}
              </span>
              <span className={css.name}>{channel.name}</span>
              <span className={css.range}>{rangeText(setting)}</span>
            </label>
            {(setting.visible || !isLong) && (
              <Suspense fallback={<div className={css.loading} />}>
                <ChannelControls
                  channel={channel}
                  setting={setting}
                  counted={counted}
                  hasMap={view.samplesPerPixel === 1}
                  onChange={(changes) => change(channel.index, changes)}
                />
              </Suspense>
            )}
          </div>
        )
      })}
      {isLong && (
        <Fold rest={channels.slice(mostUnfolded)} unfolded={unfolded} onToggle={() => setUnfolded(!unfolded)} />
      )}
    </div>
  )
}

const AutoContrast = ({ view, channels, onChange }: ChannelsPanelProps) => (
  <Tooltip label="Auto contrast">
    <ActionIcon
      aria-label="Auto contrast"
      onClick={() => {
        const auto = initialChannels(view)
        onChange(channels.map((channel, at) => ({ ...channel, min: auto[at]?.min ?? 0, max: auto[at]?.max ?? 1 })))
      }}
    >
      <IconContrast2 size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  </Tooltip>
)

/** The viewer's own panel, for images with raw tiles. */
export const channelsPanel = (
  view: ImageView,
  channels: readonly ChannelSetting[],
  onChange: (channels: ChannelSetting[]) => void,
  { counted = null, actions }: { counted?: CountedPlane | null; actions?: ReactNode } = {},
): ViewerPanel => ({
  id: 'channels',
  title: 'Channels',
  actions: (
    <span className={css.actions}>
      {actions}
      <AutoContrast view={view} channels={channels} onChange={onChange} />
    </span>
  ),
  render: () => <Channels view={view} channels={channels} onChange={onChange} counted={counted} />,
})
