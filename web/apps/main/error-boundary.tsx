import { Component, type ReactNode } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';

interface ErrorBoundaryProps {
  path: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  path: string;
  hasFailed: boolean;
}

/** Catches what a screen throws while it is drawn, also a script that a newer version of the app has replaced. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state = { path: this.props.path, hasFailed: false };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  /** Going to another path gives the app a second chance. */
  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return props.path === state.path ? null : { path: props.path, hasFailed: false };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main>
        <ErrorState
          title="Something went wrong"
          message="This page could not be shown. Nothing that you saved is lost."
          action={
            <>
              {/* Both load the app anew, since what is in memory may be what failed. */}
              <Button onClick={() => location.assign('/')}>Back to Home</Button>
              <Button variant="primary" onClick={() => location.reload()}>
                Reload
              </Button>
            </>
          }
        />
      </main>
    );
  }
}
