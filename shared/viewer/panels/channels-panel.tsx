import type { ImageView } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconContrast } from '@tabler/icons-react'
import { type ChannelSetting, drawnColor, initialChannels } from '../tiles/channel-settings.ts'
import css from './channels-panel.module.css'
import { Histogram } from './histogram.tsx'
import type { ViewerPanel } from './viewer-panel.ts'

interface ChannelsPanelProps {
  view: ImageView
  channels: readonly ChannelSetting[]
  onChange: (channels: ChannelSetting[]) => void
}

const rangeText = ({ min, max }: ChannelSetting): string => {
  const decimals = max - min < 10 ? 3 : 0
  return `${formatNumber(min, decimals)} – ${formatNumber(max, decimals)}`
}

/** Switches channels on and off, each with its range over its histogram. */
const Channels = ({ view, channels, onChange }: ChannelsPanelProps) => {
  const change = (index: number, changes: Partial<ChannelSetting>): void =>
    onChange(channels.map((channel) => (channel.index === index ? { ...channel, ...changes } : channel)))
  return (
    <div className={css.channels}>
      {view.channels.map((channel, at) => {
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
            <Histogram channel={channel} setting={setting} onChange={(range) => change(channel.index, range)} />
          </div>
        )
      })}
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
      <IconContrast size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  </Tooltip>
)

/** The viewer's own panel, for images with raw tiles. */
export const channelsPanel = (
  view: ImageView,
  channels: readonly ChannelSetting[],
  onChange: (channels: ChannelSetting[]) => void,
): ViewerPanel => ({
  id: 'channels',
  title: 'Channels',
  actions: <AutoContrast view={view} channels={channels} onChange={onChange} />,
  render: () => <Channels view={view} channels={channels} onChange={onChange} />,
})
