/** The choices in the form that publishes drafts. */
export interface PublicationChoice {
  /** The local date and time; empty for now. */
  readonly time: string;
  /** The member of a group who must agree. */
  readonly approver: number | undefined;
  /** A second manager approves all publications of the room: then no member is asked, also not one who was chosen before. */
  readonly needsApproval: boolean;
}

/** Names what the button does. */
export const labelChoice = ({ time, approver, needsApproval }: PublicationChoice): string =>
  needsApproval || approver !== undefined ? 'Request Approval' : time === '' ? 'Publish Now' : 'Schedule';

/** Presents the choice as the API takes it. */
export const presentChoice = ({ time, approver, needsApproval }: PublicationChoice) => ({
  ...(time !== '' && { at: new Date(time).toISOString() }),
  ...(!needsApproval && approver !== undefined && { approverMemberId: approver }),
});
