import type * as Mantine from '@mantine/core'
import type { MantineThemeComponents } from '@mantine/core'
import css from './controls.module.css'

type Extension<Part> = Part extends { extend(input: infer Settings): unknown } ? Settings : never

/** What `Part.extend` accepts. The parts themselves stay out of this module, so that the theme does not load them all. */
type Defaults = { [Name in keyof typeof Mantine]?: Extension<(typeof Mantine)[Name]> } & {
  InputWrapper: Extension<typeof Mantine.Input.Wrapper>
}

/** How each part looks and behaves unless a screen says otherwise (visual.md §6, in its order). */
export const componentDefaults = {
  Button: { defaultProps: { size: 'sm', variant: 'filled' }, classNames: { root: css.button } },
  ActionIcon: {
    defaultProps: { variant: 'subtle', color: 'gray', size: 32 },
    classNames: { root: css.iconButton },
  },
  CloseButton: { defaultProps: { iconSize: 17 }, classNames: { root: css.closeButton } },

  Input: {
    defaultProps: { size: 'sm' },
    classNames: { wrapper: css.field, input: css.input },
  },
  InputWrapper: {
    classNames: { label: css.label, description: css.hint, error: css.error },
  },
  Select: { defaultProps: { checkIconPosition: 'right', allowDeselect: false } },
  Checkbox: {
    defaultProps: { size: 'xs', radius: 'xs' },
    classNames: { input: css.check, body: css.choiceBody },
  },
  Radio: { defaultProps: { size: 'xs' }, classNames: { radio: css.check, body: css.choiceBody } },
  Switch: {
    defaultProps: { size: 'sm', withThumbIndicator: false },
    classNames: { track: css.switchTrack, body: css.choiceBody },
  },
  SegmentedControl: {
    defaultProps: { size: 'xs', withItemsBorders: false },
    classNames: { root: css.segments, indicator: css.segmentIndicator, label: css.segmentLabel },
  },
  Slider: {
    defaultProps: { size: 4, thumbSize: 16, label: null },
    classNames: { thumb: css.sliderThumb, track: css.sliderTrack },
  },
  RangeSlider: {
    defaultProps: { size: 3, thumbSize: 12, label: null },
    classNames: { thumb: css.sliderThumb, track: css.sliderTrack },
  },

  Table: {
    defaultProps: { verticalSpacing: 0, horizontalSpacing: 'md' },
    classNames: { table: css.table, th: css.tableHead, tr: css.tableRow, td: css.tableCell },
  },
  Pagination: {
    defaultProps: { size: 'sm', radius: 'sm', gap: 2 },
    classNames: { control: css.pageNumber },
  },
  Tabs: { classNames: { root: css.tabs, list: css.tabList, tab: css.tab } },
  Anchor: { defaultProps: { underline: 'hover' }, classNames: { root: css.anchor } },

  Card: {
    defaultProps: { withBorder: true, padding: 20, radius: 'lg', shadow: 'none' },
    classNames: { root: css.surface, section: css.cardSection },
  },
  Paper: { classNames: { root: css.surface } },
  Tooltip: {
    defaultProps: { openDelay: 400, offset: 6, radius: 'sm' },
    classNames: { tooltip: css.tooltip },
  },
  Menu: {
    // The placeholder is a focusable child that a menu must not have (WAI-ARIA); the first item takes the focus instead.
    defaultProps: {
      radius: 'md',
      offset: 6,
      withInitialFocusPlaceholder: false,
      transitionProps: { transition: 'pop', duration: 120 },
    },
    classNames: { dropdown: css.floating, item: css.menuItem, divider: css.menuDivider },
  },
  Popover: {
    defaultProps: { radius: 'lg', transitionProps: { duration: 120 } },
    classNames: { dropdown: css.floating },
  },
  Modal: {
    defaultProps: {
      size: 400,
      centered: true,
      radius: 'xl',
      padding: 'lg',
      overlayProps: { backgroundOpacity: 0.4, blur: 0 },
      transitionProps: { transition: 'fade', duration: 160 },
    },
    classNames: { content: css.dialog, header: css.dialogHeader, title: css.dialogTitle, inner: css.dialogInner },
  },
  Drawer: {
    defaultProps: { position: 'right', size: 360, transitionProps: { duration: 200 } },
    classNames: { content: css.dialog, header: css.dialogHeader, title: css.dialogTitle },
  },

  Badge: { defaultProps: { variant: 'light', radius: 'sm' }, classNames: { root: css.badge } },
  Progress: { defaultProps: { size: 4, radius: 'xl' }, classNames: { root: css.progress } },
  Skeleton: { defaultProps: { radius: 'sm' }, classNames: { root: css.skeleton } },
  Loader: { defaultProps: { size: 16, type: 'oval' } },
  Kbd: { classNames: { root: css.kbd } },
  Divider: { classNames: { root: css.divider } },
} satisfies Defaults & MantineThemeComponents
