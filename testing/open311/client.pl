# Asks a portal by mySociety's Open311.pm: client.pl <Open311.pm> <base/> <jurisdiction> <key> [picture]. Prints as JSON what it was
# answered. The module is FixMyStreet's: what it uses of the rest of that is made up here, and not called.
use strict;
use warnings;
use JSON::PP;

BEGIN {
    for my $module (qw(FixMyStreet FixMyStreet::DB FixMyStreet::Cobrand Utils FixMyStreet::App::Model::PhotoSet FixMyStreet::ImageMagick)) {
        ( my $file = "$module.pm" ) =~ s{::}{/}g;
        $INC{$file} = __FILE__;
    }
}
sub FixMyStreet::test_mode { 1 }

my ( $module, $base, $jurisdiction, $key, $picture ) = @ARGV;
require $module;
my %of  = ( endpoint => $base, jurisdiction => $jurisdiction );
my $o   = Open311->new( %of, api_key => $key );
my $bad = Open311->new( %of, api_key => 'wrong' );

my $services   = $o->get_service_list->{service};
my $definition = $o->get_service_meta_info('street-lights');
my %report     = (
    service_code => 'street-lights',
    description  => "Dark \x{6f5} ]]> since Friday",
    lat          => '34.2',
    long         => '72.04',
    first_name   => 'Amina',
    last_name    => 'Khan',
    'attribute[papers]' => [ 'ID', 'Photos' ],
);
my %uploads = $picture ? ( media => [$picture] ) : ();
my $sent    = $o->_get_xml_object( $o->_post( 'requests.xml', {%report}, \%uploads ) || die $o->error );
my $reference = $sent->{request}[0]{service_request_id};
$bad->_post( 'requests.xml', {%report} );
my $found   = $o->get_service_requests( { report_ids => [$reference] } );
my $updates = $o->get_service_request_updates( '2026-01-01T00:00:00Z', '2036-01-01T00:00:00Z' );

print encode_json(
    {
        services  => scalar @$services,
        attribute => $definition->{attributes}[0]{code},
        reference => $reference,
        token     => $o->get_service_request_id_from_token($reference),
        status    => $found->[0]{status},
        address   => $found->[0]{address},
        error     => $bad->error,
        updates   => scalar @{ $updates || [] },
    }
);
