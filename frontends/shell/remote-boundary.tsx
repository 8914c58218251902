import { Component, type ReactNode } from 'react';

interface Props {
  /** Drawn in the place of a page that broke. */
  instead: ReactNode;
  children: ReactNode;
}

/** Where a page of a remote breaks, only that page is gone. */
export class RemoteBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
