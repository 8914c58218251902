import { Component, type ReactNode } from 'react';

interface Props {
  /** Rendered in the place of a page that threw. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps an error of a remote's page from taking the shell down with it. */
export class RemoteBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
